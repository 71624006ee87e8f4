/**
 * Resolves after so many milliseconds, or at once when the signal is aborted.
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 */
export function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(undefined);
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve(undefined);
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
  });
}
