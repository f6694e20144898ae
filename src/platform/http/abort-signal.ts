import type { ServerResponse } from 'node:http';

/** Aborted when the client disconnects or its answer is complete. */
export function abortSignalFor(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  return gone.signal;
}
