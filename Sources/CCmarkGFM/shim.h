#pragma once
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>

// The options as one value of the type the parser takes: Swift sees the macros one by one.
static inline int sotto_cmark_options(void) {
  return CMARK_OPT_FOOTNOTES | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE;
}
