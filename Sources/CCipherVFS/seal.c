#include <string.h>

#include "cipher.h"

enum { associated_bytes = 9 };

static void associate(unsigned char *data, sealed_kind kind, sqlite3_int64 number) {
  data[0] = (unsigned char)kind;
  for (int index = 0; index < 8; index++) data[1 + index] = (unsigned char)((sqlite3_uint64)number >> (8 * index));
}

void seal(const unsigned char *key, sealed_kind kind, sqlite3_int64 number, unsigned char *text, int size,
          unsigned char *nonce, unsigned char *tag) {
  unsigned char data[associated_bytes];
  associate(data, kind, number);
  randombytes_buf(nonce, nonce_bytes);
  crypto_aead_xchacha20poly1305_ietf_encrypt_detached(text, tag, NULL, text, (unsigned long long)size, data,
                                                      sizeof data, NULL, nonce, key);
}

int unseal(const unsigned char *key, sealed_kind kind, sqlite3_int64 number, unsigned char *text, int size,
           const unsigned char *nonce, const unsigned char *tag) {
  unsigned char data[associated_bytes];
  associate(data, kind, number);
  if (crypto_aead_xchacha20poly1305_ietf_decrypt_detached(text, NULL, text, (unsigned long long)size, tag, data,
                                                          sizeof data, nonce, key) == 0) {
    return SQLITE_OK;
  }
  memset(text, 0, (size_t)size);
  return SQLITE_IOERR_DATA;
}
