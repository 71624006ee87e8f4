// streamload.c - many watched answers at once through the app API, with the delay of each chunk.
//
// Build:  cc -O2 -std=gnu11 -Wall -Wextra -o streamload streamload.c
// Use:    ./streamload -p PORT -P PROJECT -n STREAMS -c AT-ONCE -x 'chunks=200 delay=50 ts=1'
//         -r RATE starts that many a second instead of all at once
//
// Each stream makes a conversation (not counted) and sends a message, whose answer is the stream of
// the turn's events. The provider behind the server is mockllm with ts=1, whose chunks carry the
// CLOCK_MONOTONIC time at which they were sent; the delay of a chunk is the time here minus that.
// Prints one JSON object, times in ms.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CONVERSATION, EVENTS, DONE };

typedef struct {
  int fd, state;
  bool inHead, isChunked, sawFirst;
  long left;        // bytes of this body, or of this chunk
  int chunkState;   // 0 size line, 1 data, 2 the line end after data
  char *buffer;
  size_t used, capacity;
  char *line;
  size_t lineUsed, lineCapacity;
  int64_t sentAt;
  long chunks;
  char end[16];
} stream_t;

typedef struct {
  double *values;
  size_t count, capacity;
} samples_t;

static int port, poller;
static const char *project, *controls = "chunks=20 ts=1";
static samples_t firstContent, chunkDelay;
static long finished, failed;

static void die(const char *what) {
  perror(what);
  exit(1);
}

static void *resize(void *memory, size_t size) {
  void *result = realloc(memory, size);
  if (!result) die("realloc");
  return result;
}

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void add(samples_t *samples, double value) {
  if (samples->count == samples->capacity) {
    samples->capacity = samples->capacity ? samples->capacity * 2 : 4096;
    samples->values = resize(samples->values, samples->capacity * sizeof(double));
  }
  samples->values[samples->count++] = value;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print(const char *name, samples_t *samples) {
  qsort(samples->values, samples->count, sizeof(double), compare);
  if (!samples->count) {
    printf(",\"%s\":null", name);
    return;
  }
  size_t last = samples->count - 1;
  printf(",\"%s\":{\"n\":%zu,\"p50\":%.4f,\"p99\":%.4f,\"max\":%.4f}", name, samples->count,
         samples->values[last / 2], samples->values[(size_t)(last * 0.99)], samples->values[last]);
}

static void randomIdentifier(char *text) {
  unsigned char b[16];
  if (getrandom(b, sizeof b, 0) != sizeof b) die("getrandom");
  b[6] = (b[6] & 0x0f) | 0x40;
  b[8] = (b[8] & 0x3f) | 0x80;
  for (int i = 0; i < 16; i++) {
    if (i == 4 || i == 6 || i == 8 || i == 10) *text++ = '-';
    text += sprintf(text, "%02x", b[i]);
  }
}

static void request(stream_t *s, const char *method, const char *path, const char *body) {
  char text[8192];
  int length = snprintf(text, sizeof text,
                        "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                        "Accept: text/event-stream\r\n%s"
                        "Content-Length: %zu\r\n\r\n%s",
                        method, path, port, *body ? "Content-Type: application/json\r\n" : "",
                        strlen(body), body);
  if (send(s->fd, text, length, MSG_NOSIGNAL) != length) die("send");
  s->inHead = true;
  s->isChunked = false;
  s->left = 0;
  s->chunkState = 0;
  s->used = s->lineUsed = 0;
}

static void start(stream_t *s) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int one = 1;
  s->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (s->fd < 0 || connect(s->fd, (void *)&address, sizeof address)) die("connect");
  setsockopt(s->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = s};
  epoll_ctl(poller, EPOLL_CTL_ADD, s->fd, &event);
  char path[128];
  snprintf(path, sizeof path, "/api/v1/projects/%s/conversations", project);
  s->state = CONVERSATION;
  request(s, "POST", path, "{}");
}

static void sendTurn(stream_t *s, const char *conversation) {
  char path[160], body[1024], turn[37];
  randomIdentifier(turn);
  snprintf(path, sizeof path, "/api/v1/conversations/%.36s/turns", conversation);
  snprintf(body, sizeof body, "{\"id\":\"%s\",\"text\":\"[[mock %s]]\"}", turn, controls);
  s->state = EVENTS;
  s->sentAt = now();
  request(s, "POST", path, body);
}

static void finish(stream_t *s) {
  if (s->state == DONE) return;
  if (strcmp(s->end, "finished")) failed++;
  else finished++;
  s->state = DONE;
  close(s->fd);
}

/// One line of the event stream: every stamp in it is a chunk that has arrived now.
static void readLine(stream_t *s, char *line, int64_t time) {
  if (!strncmp(line, "event: ", 7)) {
    const char *name = line + 7;
    if (strcmp(name, "text") && strcmp(name, "turn") && strcmp(name, "started") &&
        strcmp(name, "usage"))
      snprintf(s->end, sizeof s->end, "%s", name);
    return;
  }
  if (strncmp(line, "data: ", 6)) return;
  for (char *place = strchr(line, '@'); place; place = strchr(place + 1, '@')) {
    int64_t stamp = strtoll(place + 1, NULL, 10);
    if (stamp <= 0) continue;
    if (!s->sawFirst) add(&firstContent, (time - s->sentAt) / 1e6);
    s->sawFirst = true;
    s->chunks++;
    add(&chunkDelay, (time - stamp) / 1e6);
  }
}

static void readBody(stream_t *s, const char *bytes, size_t count, int64_t time) {
  if (s->lineUsed + count + 1 > s->lineCapacity) {
    s->lineCapacity = (s->lineUsed + count + 1) * 2;
    s->line = resize(s->line, s->lineCapacity);
  }
  memcpy(s->line + s->lineUsed, bytes, count);
  s->lineUsed += count;
  if (s->state != EVENTS) return;
  char *begin = s->line, *limit = s->line + s->lineUsed, *end;
  while ((end = memchr(begin, '\n', limit - begin))) {
    *end = 0;
    readLine(s, begin, time);
    begin = end + 1;
  }
  s->lineUsed = limit - begin;
  memmove(s->line, begin, s->lineUsed);
}

/// The whole body of an answer that is no stream.
static void answered(stream_t *s) {
  s->line[s->lineUsed] = 0;
  if (s->state == CONVERSATION) {
    char *id = strstr(s->line, "\"id\":\"");
    if (!id) {
      fprintf(stderr, "streamload: no conversation: %s\n", s->line);
      exit(1);
    }
    char identifier[37];
    snprintf(identifier, sizeof identifier, "%s", id + 6);
    sendTurn(s, identifier);
  } else {
    fprintf(stderr, "streamload: no turn: %s\n", s->line);
    exit(1);
  }
}

static void consume(stream_t *s, int64_t time) {
  for (;;) {
    char *bytes = s->buffer;
    size_t taken = 0;
    if (s->inHead) {
      char *end = memmem(bytes, s->used, "\r\n\r\n", 4);
      if (!end) return;
      *end = 0;
      char *length = strcasestr(bytes, "content-length:");
      s->isChunked = strcasestr(bytes, "transfer-encoding: chunked") != NULL;
      s->left = length ? atol(length + 15) : 0;
      s->inHead = false;
      taken = end + 4 - bytes;
    } else if (!s->isChunked) {
      taken = s->used < (size_t)s->left ? s->used : (size_t)s->left;
      if (!taken) return;
      readBody(s, bytes, taken, time);
      s->left -= taken;
      if (!s->left) {
        answered(s);
        return;
      }
    } else if (s->chunkState == 1) {
      taken = s->used < (size_t)s->left ? s->used : (size_t)s->left;
      if (!taken) return;
      readBody(s, bytes, taken, time);
      s->left -= taken;
      if (!s->left) s->chunkState = 2;
    } else {
      char *end = memmem(bytes, s->used, "\r\n", 2);
      if (!end) return;
      taken = end + 2 - bytes;
      if (s->chunkState == 0) {
        s->left = strtol(bytes, NULL, 16);
        if (!s->left) {
          finish(s);
          return;
        }
        s->chunkState = 1;
      } else s->chunkState = 0;
    }
    s->used -= taken;
    memmove(s->buffer, s->buffer + taken, s->used);
  }
}

static void receive(stream_t *s) {
  if (s->used + 65536 > s->capacity) s->buffer = resize(s->buffer, s->capacity = s->used + 131072);
  ssize_t count = recv(s->fd, s->buffer + s->used, s->capacity - s->used - 1, MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) {
    finish(s);
    return;
  }
  s->used += count;
  s->buffer[s->used] = 0;
  consume(s, now());
}

int main(int argc, char **argv) {
  int streams = 200, atOnce = 200, option;
  double rate = 0;
  while ((option = getopt(argc, argv, "p:P:n:c:x:r:")) != -1) switch (option) {
    case 'p': port = atoi(optarg); break;
    case 'P': project = optarg; break;
    case 'n': streams = atoi(optarg); break;
    case 'c': atOnce = atoi(optarg); break;
    case 'x': controls = optarg; break;
    case 'r': rate = atof(optarg); break;
    default: port = 0;
  }
  if (!port || !project || streams < 1) {
    fputs("usage: streamload -p PORT -P PROJECT [-n streams] [-c at once] [-r a second]"
          " [-x controls]\n", stderr);
    return 2;
  }
  poller = epoll_create1(EPOLL_CLOEXEC);
  stream_t *all = calloc(streams, sizeof *all);
  if (!all) die("calloc");
  int begun = 0;
  int64_t begin = now();
  while (finished + failed < streams) {
    bool isDue = true;
    while (begun < streams && begun - (finished + failed) < atOnce) {
      isDue = rate <= 0 || now() - begin >= begun / rate * 1e9;
      if (!isDue) break;
      start(&all[begun++]);
    }
    struct epoll_event events[256];
    int count = epoll_wait(poller, events, 256, isDue ? 60000 : 1);
    if (count == 0 && isDue) break;
    for (int i = 0; i < count; i++) receive(events[i].data.ptr);
  }
  long chunks = 0;
  for (int i = 0; i < begun; i++) chunks += all[i].chunks;
  printf("{\"streams\":%d,\"finished\":%ld,\"failed\":%ld,\"chunks\":%ld,\"wall_s\":%.3f", streams,
         finished, streams - finished, chunks, (now() - begin) / 1e9);
  print("ttfc_ms", &firstContent);
  print("chunk_oneway_ms", &chunkDelay);
  puts("}");
  return finished == streams ? 0 : 1;
}
