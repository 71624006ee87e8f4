#include <string.h>

#include "cipher.h"

enum { associated_bytes = 9 + seal_bytes };

/// Returns the size of what is written into `data`.
static unsigned associate(unsigned char *data, sealed_place place) {
  data[0] = (unsigned char)place.kind;
  for (int index = 0; index < 8; index++) {
    data[1 + index] = (unsigned char)((sqlite3_uint64)place.number >> (8 * index));
  }
  if (place.page_seal == NULL) return 9;
  memcpy(data + 9, place.page_seal, seal_bytes);
  return associated_bytes;
}

/// Random bytes, many at once: each call of the system takes as long as a small seal.
static void make_nonce(unsigned char *nonce) {
  static _Thread_local unsigned char bytes[40 * nonce_bytes];
  static _Thread_local size_t left;
  if (left == 0) {
    randombytes_buf(bytes, sizeof bytes);
    left = sizeof bytes;
  }
  left -= nonce_bytes;
  memcpy(nonce, bytes + left, nonce_bytes);
}

void seal(const unsigned char *key, sealed_place place, unsigned char *text, int size, unsigned char *nonce,
          unsigned char *tag) {
  unsigned char data[associated_bytes];
  unsigned data_size = associate(data, place);
  make_nonce(nonce);
  crypto_aead_xchacha20poly1305_ietf_encrypt_detached(text, tag, NULL, text, (unsigned long long)size, data,
                                                      data_size, NULL, nonce, key);
}

int unseal(const unsigned char *key, sealed_place place, unsigned char *text, int size, const unsigned char *nonce,
           const unsigned char *tag) {
  unsigned char data[associated_bytes];
  unsigned data_size = associate(data, place);
  if (crypto_aead_xchacha20poly1305_ietf_decrypt_detached(text, NULL, text, (unsigned long long)size, tag, data,
                                                          data_size, nonce, key) == 0) {
    return SQLITE_OK;
  }
  memset(text, 0, (size_t)size);
  return SQLITE_IOERR_DATA;
}

void seal_page(const file_keys *keys, sqlite3_int64 number, unsigned char *page) {
  unsigned char *nonce = page + page_text_bytes;
  seal(keys->pages, (sealed_place){sealed_page, number}, page, page_text_bytes, nonce, nonce + nonce_bytes);
}

int unseal_page(const file_keys *keys, sqlite3_int64 number, unsigned char *page) {
  unsigned char *nonce = page + page_text_bytes;
  int result =
      unseal(keys->pages, (sealed_place){sealed_page, number}, page, page_text_bytes, nonce, nonce + nonce_bytes);
  memset(nonce, 0, seal_bytes);
  return result;
}
