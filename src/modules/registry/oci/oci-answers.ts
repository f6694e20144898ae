import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';

type Headers = Readonly<Record<string, string | number>>;

/** An answer that says everything in its headers. */
export function answerEmpty(response: HttpResponse, status: number, headers: Headers = {}): void {
  const length = status === 204 || status === 304 ? {} : { 'Content-Length': 0 };
  response.writeHead(status, { ...headers, ...length }).end();
}

/** JSON as registry clients read it; nothing here is validated by an ETag. */
export function answerJson(response: HttpResponse, body: unknown, headers: Headers = {}): void {
  const text = JSON.stringify(body);
  const type = { 'Content-Type': 'application/json; charset=utf-8' };
  response.writeHead(200, { ...type, ...headers, 'Content-Length': Buffer.byteLength(text) }).end(text);
}

/** Length of the body as announced; null when it is chunked. */
export function declaredLength(request: HttpRequest): number | null {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return coding === undefined ? Number(length ?? 0) : null;
}

export const hasBody = (request: HttpRequest): boolean => declaredLength(request) !== 0;
