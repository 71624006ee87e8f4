#pragma once
#include <curl/curl.h>
#ifdef __linux__
// libcurl tells which sockets to wait for; Swift's Glibc lacks this way to wait for many.
#include <sys/epoll.h>
#endif

// curl_easy_setopt with a number.
static inline CURLcode sotto_easy_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt with a large number.
static inline CURLcode sotto_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt with text or other bytes to read.
static inline CURLcode sotto_easy_set_bytes(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt with a context or a buffer to write to.
static inline CURLcode sotto_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

// curl_easy_setopt with a list.
static inline CURLcode sotto_easy_set_list(CURL *easy, CURLoption option,
                                           struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

// CURLOPT_WRITEFUNCTION, CURLOPT_HEADERFUNCTION.
static inline CURLcode sotto_easy_set_receiver(CURL *easy, CURLoption option,
                                               curl_write_callback value) {
  return curl_easy_setopt(easy, option, value);
}

// CURLOPT_PREREQFUNCTION.
static inline CURLcode sotto_easy_set_prerequest(CURL *easy, curl_prereq_callback value) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

// CURLINFO_PRIVATE.
static inline CURLcode sotto_easy_get_private(CURL *easy, char **value) {
  return curl_easy_getinfo(easy, CURLINFO_PRIVATE, value);
}

// curl_multi_setopt with a number.
static inline CURLMcode sotto_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

// CURLMOPT_SOCKETFUNCTION and its context.
static inline CURLMcode sotto_multi_set_socket(CURLM *multi, curl_socket_callback value,
                                               void *context) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
  return code ? code : curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}

// CURLMOPT_TIMERFUNCTION and its context.
static inline CURLMcode sotto_multi_set_timer(CURLM *multi, curl_multi_timer_callback value,
                                              void *context) {
  CURLMcode code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
  return code ? code : curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
}
