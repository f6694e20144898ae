import type { ServerResponse } from 'node:http';

/** Aborted when the client has gone, or has its answer. */
export function abortSignalFor(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  return gone.signal;
}
