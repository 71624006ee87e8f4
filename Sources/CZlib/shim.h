#pragma once
#include <zlib.h>

// deflateInit2 is a macro. 31 window bits ask for the gzip format.
static inline int sotto_deflate_init_gzip(z_stream *stream) {
  return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY);
}
