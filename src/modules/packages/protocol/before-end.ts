import type { HttpResponse } from '../../../platform/http/http-types.js';

/**
 * Handlers of protocols write their short answers themselves: what has to be done before the client has one is done here.
 * Not for refusals; where it fails, the connection is closed without an answer.
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
