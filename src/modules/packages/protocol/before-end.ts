import type { HttpResponse } from '../../../platform/http/http-types.js';

/**
 * Runs `work` after a handler has finished its response and before the client gets it. It does not run for refusals
 * (4xx, 5xx); if it fails, the connection is closed without a response.
 */
export function beforeEnd(response: HttpResponse, work: (body: Uint8Array | undefined) => Promise<void>): void {
  const end = response.end.bind(response);
  const workThenEnd = (body?: Uint8Array): HttpResponse => {
    if (response.statusCode >= 400) {
      return end(body);
    }
    work(body).then(
      () => end(body),
      () => response.destroy(),
    );
    return response;
  };
  Object.assign(response, { end: workThenEnd });
}
