import { ApiError } from './api.js';
import { pause } from './pause.js';

const often = 400; // Milliseconds between two looks at how far it is.

/**
 * Brings the history of a file in. The way to the server is a third of the progress.
 * @param {import('./api.js').Api} api
 * @param {File} file
 * @param {{project?: string, signal: AbortSignal,
 *   onprogress: (state: string, fraction: number) => void}} how
 *   when the signal is aborted the import is cancelled, and answered as it ended
 * @returns {Promise<Record<string, any>|null>} the import when it has ended; null when it was
 *   cancelled before the server had the file
 */
export async function importFile(api, file, { project, signal, onprogress }) {
  const query = new URLSearchParams({ name: file.name });
  if (project) query.set('project', project);
  let job = await send(file, query, signal, (share) => onprogress('uploading', share / 3));
  while (job && ['waiting', 'running'].includes(job.state)) {
    onprogress(job.state, (1 + 2 * job.fraction) / 3);
    await pause(often, signal);
    job = await (signal.aborted ? api.delete(`imports/${job.id}`) : api.get(`imports/${job.id}`));
  }
  return job;
}

/** `fetch` does not say how much of a file has gone. */
function send(file, query, signal, onshare) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api/v1/imports?${query}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onshare(total ? loaded / total : 0);
    request.onerror = () => reject(new ApiError({ code: 'unreachable', message: '' }));
    request.onabort = () => resolve(null);
    request.onload = () => {
      const { status, response } = request;
      if (status < 300 && response) return resolve(response);
      const error = response?.error ?? { code: 'unexpected', message: `HTTP ${status}` };
      return reject(new ApiError({ ...error, status }));
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
