import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
}

export type Answer = (request: RecordedRequest, response: ServerResponse) => void;

/** A receiver on loopback that keeps what it was sent. */
export interface Recorder {
  readonly url: string;
  readonly requests: RecordedRequest[];
  /** How it answers paths that begin so; 200 otherwise. */
  answer(path: string, answer: Answer): void;
  /** Requests to the path, once there are so many. */
  until(path: string, count: number, withinMs?: number): Promise<RecordedRequest[]>;
  to(path: string): RecordedRequest[];
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (_request, response) =>
    void response.writeHead(code, headers).end(body);

export async function startRecorder(): Promise<Recorder> {
  const requests: RecordedRequest[] = [];
  const answers = new Map<string, Answer>();
  const server = createServer((incoming, response) => {
    response.on('error', () => undefined);
    const answer = (request: RecordedRequest): void => {
      requests.push(request);
      const known = [...answers].find(([path]) => request.path.startsWith(path));
      (known?.[1] ?? status(200))(request, response);
    };
    record(incoming).then(answer, () => undefined); // one that breaks off is none
  });
  server.on('clientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const to = (path: string) => requests.filter((request) => request.path.startsWith(path));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (path, answer) => void answers.set(path, answer),
    to,
    until: async (path, count, withinMs = 60_000) => {
      for (const end = Date.now() + withinMs; Date.now() < end;) {
        await sleep(10);
        if (to(path).length >= count) {
          return to(path);
        }
      }
      throw new Error(`${path} got ${to(path).length} requests instead of ${count}.`);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function record(incoming: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    chunks.push(chunk);
  }
  const { method = '', url = '', headers } = incoming;
  return { method, path: url, headers, body: Buffer.concat(chunks).toString(), at: Date.now() };
}
