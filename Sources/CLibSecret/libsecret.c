#include "CLibSecret.h"

#ifdef __linux__

#include <dlfcn.h>
#include <libsecret/secret.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Each function is looked up in libsecret, or in GLib, which libsecret brings along.
#define FUNCTIONS(X)                \
  X(g_cancellable_cancel)           \
  X(g_cancellable_new)              \
  X(g_error_free)                   \
  X(g_error_matches)                \
  X(g_hash_table_insert)            \
  X(g_hash_table_new)               \
  X(g_hash_table_unref)             \
  X(g_io_error_quark)               \
  X(g_list_free_full)               \
  X(g_object_unref)                 \
  X(g_str_equal)                    \
  X(g_str_hash)                     \
  X(secret_collection_for_alias_sync) \
  X(secret_collection_get_locked)   \
  X(secret_error_get_quark)         \
  X(secret_item_delete_sync)        \
  X(secret_item_get_locked)         \
  X(secret_item_get_secret)         \
  X(secret_service_disconnect)      \
  X(secret_service_get_sync)        \
  X(secret_service_search_sync)     \
  X(secret_service_store_sync)      \
  X(secret_service_unlock_sync)     \
  X(secret_value_get_text)          \
  X(secret_value_new)               \
  X(secret_value_unref)

// g_str_hash is also a macro in newer GLibs; the name in parentheses is always the function.
#define MEMBER(name) __typeof__(&(name)) name##_;
static struct {
  FUNCTIONS(MEMBER)
} lib;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libsecret-1.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
#define FIND(name)                                \
  lib.name##_ = dlsym(library, #name);            \
  if (lib.name##_ == NULL) return;
  FUNCTIONS(FIND)
  is_loaded = 1;
}

struct sotto_keyring_call {
  GCancellable *cancellable;
  GError *error;
};

// "owner" and "name" are what an item is found by; they are not secret.
static const SecretSchema schema = {
    "chat.sotto.Key",
    SECRET_SCHEMA_NONE,
    {
        {"owner", SECRET_SCHEMA_ATTRIBUTE_STRING},
        {"name", SECRET_SCHEMA_ATTRIBUTE_STRING},
        {NULL, 0},
    },
};

struct sotto_keyring_call *sotto_keyring_call_new(void) {
  pthread_once(&once, load);
  if (!is_loaded) return NULL;
  struct sotto_keyring_call *call = calloc(1, sizeof *call);
  if (call != NULL) call->cancellable = lib.g_cancellable_new_();
  return call;
}

void sotto_keyring_call_cancel(struct sotto_keyring_call *call) {
  lib.g_cancellable_cancel_(call->cancellable);
}

void sotto_keyring_call_free(struct sotto_keyring_call *call) {
  if (call->error != NULL) lib.g_error_free_(call->error);
  lib.g_object_unref_(call->cancellable);
  free(call);
}

const char *sotto_keyring_call_reason(const struct sotto_keyring_call *call) {
  return call->error != NULL ? call->error->message : NULL;
}

static enum sotto_keyring_result failure(struct sotto_keyring_call *call) {
  // Cancelled: the person did not answer in time.
  if (lib.g_error_matches_(call->error, lib.g_io_error_quark_(), G_IO_ERROR_CANCELLED))
    return sotto_keyring_locked;
  if (lib.g_error_matches_(call->error, lib.secret_error_get_quark_(), SECRET_ERROR_IS_LOCKED))
    return sotto_keyring_locked;
  return sotto_keyring_failed;
}

// A session with the service. It lasts for one call: the service may be restarted in between.
static SecretService *connect_service(struct sotto_keyring_call *call) {
  return lib.secret_service_get_sync_(SECRET_SERVICE_OPEN_SESSION, call->cancellable, &call->error);
}

static void disconnect_service(SecretService *service) {
  lib.g_object_unref_(service);
  lib.secret_service_disconnect_();
}

static GHashTable *attributes(const char *owner, const char *name) {
  GHashTable *table = lib.g_hash_table_new_(lib.g_str_hash_, lib.g_str_equal_);
  lib.g_hash_table_insert_(table, "owner", (char *)owner);
  lib.g_hash_table_insert_(table, "name", (char *)name);
  return table;
}

enum sotto_keyring_result sotto_keyring_probe(struct sotto_keyring_call *call) {
  SecretService *service = connect_service(call);
  if (service == NULL) return sotto_keyring_absent;
  SecretCollection *collection = lib.secret_collection_for_alias_sync_(
      service, SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_NONE, call->cancellable, &call->error);
  enum sotto_keyring_result result = sotto_keyring_absent;
  if (collection != NULL) {
    result = lib.secret_collection_get_locked_(collection) ? sotto_keyring_locked
                                                           : sotto_keyring_done;
    lib.g_object_unref_(collection);
  }
  disconnect_service(service);
  return result;
}

// Unlocks the default keyring, which may ask the person. While it is locked it does not say what is
// in it, and a key would seem to be missing.
static enum sotto_keyring_result unlock(struct sotto_keyring_call *call, SecretService *service) {
  SecretCollection *collection = lib.secret_collection_for_alias_sync_(
      service, SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_NONE, call->cancellable, &call->error);
  if (collection == NULL) return call->error != NULL ? failure(call) : sotto_keyring_done;
  enum sotto_keyring_result result = sotto_keyring_done;
  if (lib.secret_collection_get_locked_(collection)) {
    GList one = {.data = collection};
    int count = lib.secret_service_unlock_sync_(
        service, &one, call->cancellable, NULL, &call->error);
    if (call->error != NULL) result = failure(call);
    else if (count == 0) result = sotto_keyring_locked;
  }
  lib.g_object_unref_(collection);
  return result;
}

// The first item of this name, unlocked; `items` is to be freed.
static enum sotto_keyring_result find(
    struct sotto_keyring_call *call, SecretService *service, const char *owner, const char *name,
    GList **items) {
  enum sotto_keyring_result result = unlock(call, service);
  if (result != sotto_keyring_done) return result;
  GHashTable *table = attributes(owner, name);
  *items = lib.secret_service_search_sync_(
      service, &schema, table,
      SECRET_SEARCH_ALL | SECRET_SEARCH_UNLOCK | SECRET_SEARCH_LOAD_SECRETS, call->cancellable,
      &call->error);
  lib.g_hash_table_unref_(table);
  if (call->error != NULL) return failure(call);
  if (*items == NULL) return sotto_keyring_missing;
  return lib.secret_item_get_locked_((*items)->data) ? sotto_keyring_locked : sotto_keyring_done;
}

enum sotto_keyring_result sotto_keyring_lookup(
    struct sotto_keyring_call *call, const char *owner, const char *name, char **secret) {
  SecretService *service = connect_service(call);
  if (service == NULL) return sotto_keyring_absent;
  GList *items = NULL;
  enum sotto_keyring_result result = find(call, service, owner, name, &items);
  if (result == sotto_keyring_done) {
    SecretValue *value = lib.secret_item_get_secret_(items->data);
    const char *text = value != NULL ? lib.secret_value_get_text_(value) : NULL;
    if (text != NULL) *secret = strdup(text);
    if (text == NULL || *secret == NULL) result = sotto_keyring_failed;
    if (value != NULL) lib.secret_value_unref_(value);
  }
  lib.g_list_free_full_(items, lib.g_object_unref_);
  disconnect_service(service);
  return result;
}

enum sotto_keyring_result sotto_keyring_store(
    struct sotto_keyring_call *call, const char *owner, const char *name, const char *secret) {
  SecretService *service = connect_service(call);
  if (service == NULL) return sotto_keyring_absent;
  char label[96] = "Sotto: ";
  strncat(label, name, sizeof label - strlen(label) - 1);
  GHashTable *table = attributes(owner, name);
  SecretValue *value = lib.secret_value_new_(secret, -1, "text/plain");
  int is_stored = lib.secret_service_store_sync_(
      service, &schema, table, SECRET_COLLECTION_DEFAULT, label, value, call->cancellable,
      &call->error);
  lib.secret_value_unref_(value);
  lib.g_hash_table_unref_(table);
  disconnect_service(service);
  if (is_stored) return sotto_keyring_done;
  // Without an error, the person has closed the system's question.
  return call->error != NULL ? failure(call) : sotto_keyring_locked;
}

enum sotto_keyring_result sotto_keyring_clear(
    struct sotto_keyring_call *call, const char *owner, const char *name) {
  SecretService *service = connect_service(call);
  if (service == NULL) return sotto_keyring_absent;
  GList *items = NULL;
  enum sotto_keyring_result result = find(call, service, owner, name, &items);
  for (GList *item = items; result == sotto_keyring_done && item != NULL; item = item->next) {
    if (!lib.secret_item_delete_sync_(item->data, call->cancellable, &call->error))
      result = call->error != NULL ? failure(call) : sotto_keyring_locked;
  }
  lib.g_list_free_full_(items, lib.g_object_unref_);
  disconnect_service(service);
  return result;
}

void sotto_keyring_free(char *secret) {
  explicit_bzero(secret, strlen(secret));
  free(secret);
}

#endif
