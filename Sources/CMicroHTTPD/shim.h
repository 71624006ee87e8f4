#pragma once
#include <microhttpd.h>
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#endif

// The reader's two endings are macros with a cast, which Swift does not import.
static const ssize_t sotto_reader_ended = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t sotto_reader_failed = MHD_CONTENT_READER_END_WITH_ERROR;
static const uint64_t sotto_size_unknown = MHD_SIZE_UNKNOWN;

struct sotto_daemon_options {
  int listen_socket;
  unsigned threads;
  unsigned connection_limit;
  unsigned idle_seconds;
  size_t connection_memory;
  void *context;
  MHD_AcceptPolicyCallback accept;
  MHD_AccessHandlerCallback access;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  void *(*target)(void *context, const char *uri, struct MHD_Connection *connection);
  size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
};

// MHD_start_daemon is variadic. A pool of one thread is not a pool to the library.
static inline struct MHD_Daemon *sotto_start_daemon(const struct sotto_daemon_options *o) {
#ifdef __linux__
  unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD;
#else
  unsigned flags = MHD_USE_AUTO_INTERNAL_THREAD;
#endif
  struct MHD_OptionItem pool[] = {
    {MHD_OPTION_THREAD_POOL_SIZE, (intptr_t)o->threads, NULL},
    {MHD_OPTION_END, 0, NULL},
  };
  return MHD_start_daemon(
      flags | MHD_ALLOW_SUSPEND_RESUME, 0, o->accept, o->context, o->access, o->context,
      MHD_OPTION_LISTEN_SOCKET, (MHD_socket)o->listen_socket,
      MHD_OPTION_CONNECTION_LIMIT, o->connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, o->idle_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, o->connection_memory,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_NOTIFY_COMPLETED, o->completed, o->context,
      MHD_OPTION_NOTIFY_CONNECTION, o->connection, o->context,
      MHD_OPTION_URI_LOG_CALLBACK, o->target, o->context,
      MHD_OPTION_UNESCAPE_CALLBACK, o->unescape, o->context,
      MHD_OPTION_ARRAY, o->threads > 1 ? pool : pool + 1,
      MHD_OPTION_END);
}

// MHD_get_connection_info is variadic.
static inline void *sotto_connection_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static inline int sotto_connection_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int)info->connect_fd : -1;
}

static inline const struct sockaddr *sotto_connection_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

#ifdef __linux__
// epoll's event is a packed union, which is awkward from Swift.
static inline int sotto_epoll_add(int epoll, int fd, uint32_t events, uint64_t id) {
  struct epoll_event event = {.events = events, .data = {.u64 = id}};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

static inline int sotto_epoll_remove(int epoll, int fd) {
  return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL);
}

// Waits for up to 64 events and writes their ids; -1 on error.
static inline int sotto_epoll_wait(int epoll, uint64_t *ids, int milliseconds) {
  struct epoll_event events[64];
  int count = epoll_wait(epoll, events, 64, milliseconds);
  for (int i = 0; i < count; i++) ids[i] = events[i].data.u64;
  return count;
}

// Glibc's module map leaves eventfd out.
static inline int sotto_eventfd(void) {
  return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

static const uint32_t sotto_epoll_left = EPOLLRDHUP | EPOLLHUP | EPOLLERR | EPOLLET;
static const uint32_t sotto_epoll_readable = EPOLLIN | EPOLLRDHUP;
#endif
