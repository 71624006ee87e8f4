#pragma once
#include <stddef.h>

/// One file of the web app, embedded at build time.
struct sotto_web_asset {
  const char *path;
  const unsigned char *bytes;
  size_t count;
};

extern const struct sotto_web_asset sotto_web_assets[];
extern const size_t sotto_web_asset_count;

/// Libraries of other people; the last row is empty.
extern const struct sotto_web_asset sotto_web_libraries[];
extern const size_t sotto_web_library_count;

/// The first of each; Swift does not see an array without a size.
static inline const struct sotto_web_asset *sotto_web_asset_table(void) {
  return sotto_web_assets;
}

static inline const struct sotto_web_asset *sotto_web_library_table(void) {
  return sotto_web_libraries;
}
