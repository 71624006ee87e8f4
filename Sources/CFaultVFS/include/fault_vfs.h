#pragma once

// A layer of SQLite over the file system, named "fault", on which a chosen operation fails. Operations
// are writes, flushes, truncations, deletions and openings of files, counted from 1. One plan at a time.

enum sotto_fault {
  // Every operation succeeds; they are only counted.
  SOTTO_FAULT_NONE = 0,
  // The operation fails, the next ones succeed.
  SOTTO_FAULT_ERROR = 1,
  // As above, for want of space.
  SOTTO_FAULT_FULL = 2,
  // As the first; a write has written half of its bytes.
  SOTTO_FAULT_TORN = 3,
  // From the operation on nothing reaches the files: the process was killed.
  SOTTO_FAULT_KILL = 4,
  // As above, and what was not flushed is there, cut short or gone, by chance: the power was cut.
  SOTTO_FAULT_POWER = 5,
  // The first flush from the operation on fails, and as on Linux what it was to flush never gets to the
  // disk, though later flushes succeed. The power is cut some operations later.
  SOTTO_FAULT_FLUSH = 6,
};

// Begins a plan: what happens at operation `at`, with a seed for what is left to chance.
void sotto_fault_begin(enum sotto_fault fault, int at, unsigned seed);
// The operations since the plan began.
int sotto_fault_count(void);
// The files that are open in this layer.
int sotto_fault_open_files(void);
// Ends the plan, once every connection is closed. After a power cut the files become what the disk has.
void sotto_fault_end(void);
// Flushes a file that is open outside of SQLite, as one more operation; 0 or an error number.
int sotto_fault_flush(const char *path, int descriptor);
