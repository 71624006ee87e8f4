#include "CWebAssets.h"

static const unsigned char index_html[] = {
#embed "../SottoWeb/Public/index.html"
};
const struct sotto_web_asset sotto_web_assets[] = {
    {"index.html", index_html, sizeof index_html},
};
const size_t sotto_web_asset_count = sizeof sotto_web_assets / sizeof sotto_web_assets[0];
