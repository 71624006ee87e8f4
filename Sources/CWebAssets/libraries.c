#include "CWebAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"  // #embed is all that is meant

// Libraries of other people that the page loads on demand, from Debian's packages libjs-katex, fonts-katex
// and libjs-highlight.js. Where a package is not installed the page does without: formulas stay as they
// are written, code stays in one colour.

#if __has_embed("/usr/share/javascript/katex/katex.min.js")
#define HAS_KATEX 1
static const unsigned char vendor_katex_katex_min_js[] = {
#embed "/usr/share/javascript/katex/katex.min.js"
};
static const unsigned char vendor_katex_katex_min_css[] = {
#embed "/usr/share/javascript/katex/katex.min.css"
};
static const unsigned char vendor_katex_fonts_KaTeX_AMS_Regular_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_AMS-Regular.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Caligraphic_Bold_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Caligraphic-Bold.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Caligraphic_Regular_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Caligraphic-Regular.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Fraktur_Bold_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Fraktur-Bold.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Fraktur_Regular_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Fraktur-Regular.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Main_Bold_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Main-Bold.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Main_BoldItalic_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Main-BoldItalic.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Main_Italic_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Main-Italic.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Main_Regular_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Main-Regular.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Math_BoldItalic_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Math-BoldItalic.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Math_Italic_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Math-Italic.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_SansSerif_Bold_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_SansSerif-Bold.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_SansSerif_Italic_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_SansSerif-Italic.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_SansSerif_Regular_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_SansSerif-Regular.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Script_Regular_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Script-Regular.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Size1_Regular_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Size1-Regular.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Size2_Regular_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Size2-Regular.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Size3_Regular_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Size3-Regular.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Size4_Regular_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Size4-Regular.woff2"
};
static const unsigned char vendor_katex_fonts_KaTeX_Typewriter_Regular_woff2[] = {
#embed "/usr/share/javascript/katex/fonts/KaTeX_Typewriter-Regular.woff2"
};
#endif

#if __has_embed("/usr/share/javascript/highlight.js/highlight.min.js")
#define HAS_HIGHLIGHT 1
static const unsigned char vendor_highlight_highlight_min_js[] = {
#embed "/usr/share/javascript/highlight.js/highlight.min.js"
};
#endif

#define ASSET(path, bytes) {path, bytes, sizeof bytes}
const struct sotto_web_asset sotto_web_libraries[] = {
#ifdef HAS_KATEX
    ASSET("vendor/katex/katex.min.js", vendor_katex_katex_min_js),
    ASSET("vendor/katex/katex.min.css", vendor_katex_katex_min_css),
    ASSET("vendor/katex/fonts/KaTeX_AMS-Regular.woff2", vendor_katex_fonts_KaTeX_AMS_Regular_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Caligraphic-Bold.woff2", vendor_katex_fonts_KaTeX_Caligraphic_Bold_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Caligraphic-Regular.woff2", vendor_katex_fonts_KaTeX_Caligraphic_Regular_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Fraktur-Bold.woff2", vendor_katex_fonts_KaTeX_Fraktur_Bold_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Fraktur-Regular.woff2", vendor_katex_fonts_KaTeX_Fraktur_Regular_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Main-Bold.woff2", vendor_katex_fonts_KaTeX_Main_Bold_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Main-BoldItalic.woff2", vendor_katex_fonts_KaTeX_Main_BoldItalic_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Main-Italic.woff2", vendor_katex_fonts_KaTeX_Main_Italic_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Main-Regular.woff2", vendor_katex_fonts_KaTeX_Main_Regular_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Math-BoldItalic.woff2", vendor_katex_fonts_KaTeX_Math_BoldItalic_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Math-Italic.woff2", vendor_katex_fonts_KaTeX_Math_Italic_woff2),
    ASSET("vendor/katex/fonts/KaTeX_SansSerif-Bold.woff2", vendor_katex_fonts_KaTeX_SansSerif_Bold_woff2),
    ASSET("vendor/katex/fonts/KaTeX_SansSerif-Italic.woff2", vendor_katex_fonts_KaTeX_SansSerif_Italic_woff2),
    ASSET("vendor/katex/fonts/KaTeX_SansSerif-Regular.woff2", vendor_katex_fonts_KaTeX_SansSerif_Regular_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Script-Regular.woff2", vendor_katex_fonts_KaTeX_Script_Regular_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Size1-Regular.woff2", vendor_katex_fonts_KaTeX_Size1_Regular_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Size2-Regular.woff2", vendor_katex_fonts_KaTeX_Size2_Regular_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Size3-Regular.woff2", vendor_katex_fonts_KaTeX_Size3_Regular_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Size4-Regular.woff2", vendor_katex_fonts_KaTeX_Size4_Regular_woff2),
    ASSET("vendor/katex/fonts/KaTeX_Typewriter-Regular.woff2", vendor_katex_fonts_KaTeX_Typewriter_Regular_woff2),
#endif
#ifdef HAS_HIGHLIGHT
    ASSET("vendor/highlight/highlight.min.js", vendor_highlight_highlight_min_js),
#endif
    {0, 0, 0},
};
const size_t sotto_web_library_count = sizeof sotto_web_libraries / sizeof sotto_web_libraries[0] - 1;
