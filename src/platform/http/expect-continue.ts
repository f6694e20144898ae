import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Sends 100 Continue when the body is first read, so that a request that is refused without its body is answered before
 * the client sends it. The connection then ends with the answer: the client may send the body or leave it out, and what
 * comes next on the connection would be ambiguous (contract: conventions §3.5; RFC 9110 §10.1.1).
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  const { shouldKeepAlive } = response;
  const read = request.read.bind(request);
  response.shouldKeepAlive = false;
  request.read = (size?: number): unknown => {
    request.read = read;
    if (!response.headersSent) {
      response.writeContinue();
      response.shouldKeepAlive = shouldKeepAlive;
    }
    return read(size);
  };
}
