#pragma once

/// The calls of libsecret that Sotto needs, in plain C. libsecret and the GLib below it are loaded
/// when the first of them is made: a program that uses no keyring neither needs nor loads them.

/// What came of a call.
enum sotto_keyring_result {
  sotto_keyring_done = 0,
  /// There is no such key.
  sotto_keyring_missing,
  /// It is locked, and the person did not unlock it.
  sotto_keyring_locked,
  /// There is no keyring to talk to.
  sotto_keyring_absent,
  /// Anything else.
  sotto_keyring_failed,
};

/// One call, which another thread may cancel.
struct sotto_keyring_call;

/// NULL when libsecret is not installed.
struct sotto_keyring_call *sotto_keyring_call_new(void);
void sotto_keyring_call_cancel(struct sotto_keyring_call *call);
void sotto_keyring_call_free(struct sotto_keyring_call *call);
/// Why the call did not end with sotto_keyring_done, or NULL.
const char *sotto_keyring_call_reason(const struct sotto_keyring_call *call);

/// Whether the default keyring is there and unlocked. Asks nobody.
enum sotto_keyring_result sotto_keyring_probe(struct sotto_keyring_call *call);

/// The key `name` of `owner`, to be given to sotto_keyring_free. May ask the person to unlock.
enum sotto_keyring_result sotto_keyring_lookup(
    struct sotto_keyring_call *call, const char *owner, const char *name, char **secret);
enum sotto_keyring_result sotto_keyring_store(
    struct sotto_keyring_call *call, const char *owner, const char *name, const char *secret);
enum sotto_keyring_result sotto_keyring_clear(
    struct sotto_keyring_call *call, const char *owner, const char *name);

/// Overwrites a key and frees it.
void sotto_keyring_free(char *secret);
