import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import type { StreamedJson } from '../../../platform/http/streamed-json.js';

type Headers = Readonly<Record<string, string | number>>;

/** Sends a response without a body. */
export function answerEmpty(response: HttpResponse, status: number, headers: Headers = {}): void {
  const length = status === 204 || status === 304 ? {} : { 'Content-Length': 0 };
  response.writeHead(status, { ...headers, ...length }).end();
}

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

/** Sends JSON in the form that registry clients read, without an ETag. */
export function answerJson(response: HttpResponse, body: unknown, headers: Headers = {}): void {
  answerText(response, JSON.stringify(body), headers);
}

/**
 * Like {@link answerJson}, but for a text that may be too long to hold in memory: then it is sent without a length, and
 * a failure while it is sent closes the connection.
 */
export async function answerPieces(response: HttpResponse, json: StreamedJson, headers: Headers = {}): Promise<void> {
  const { text, rest } = await json.begin();
  if (!rest) {
    answerText(response, text, headers);
    return;
  }
  response.writeHead(200, { ...JSON_TYPE, ...headers });
  response.write(text);
  await pipeline(Readable.from(rest), response).catch(() => response.destroy());
}

function answerText(response: HttpResponse, text: string, headers: Headers): void {
  response.writeHead(200, { ...JSON_TYPE, ...headers, 'Content-Length': Buffer.byteLength(text) }).end(text);
}

/** Declared length of the body; null if it is chunked. */
export function declaredLength(request: HttpRequest): number | null {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  return coding === undefined ? Number(length ?? 0) : null;
}

export const hasBody = (request: HttpRequest): boolean => declaredLength(request) !== 0;
