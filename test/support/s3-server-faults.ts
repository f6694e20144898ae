import { once } from 'node:events';
import type { S3Call } from './s3-server-operations.js';
import { S3Refusal } from './s3-server-files.js';

/** What goes wrong with the next requests that match. */
export interface S3Fault {
  /**
   * `status`: answered with `status`, nothing done. `proxy`: the same with a page of HTML, as by a proxy in front. `cut-request`: the connection is cut while the body is under way,
   * nothing done. `cut-answer`: the connection is cut after `afterBytes` of the answer's body. `lose-answer`: done, but
   * cut before the answer. `late-error`: 200 with an error in the body, nothing done. `text`: answered with
   * `status` (200), `headers` and `text`, nothing done. `silence`: never answered.
   */
  readonly kind: 'status' | 'proxy' | 'cut-request' | 'cut-answer' | 'lose-answer' | 'late-error' | 'text' | 'silence';
  readonly times?: number;
  /** Which operations, such as `PUT part`; default all. */
  readonly operation?: string;
  readonly status?: number;
  /** What the error is called; default `SlowDown`. */
  readonly code?: string;
  readonly afterBytes?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
}

/** Lets the fault happen; answers whether that was all there is to do with the request. */
export async function strike(fault: S3Fault, { request, response }: S3Call): Promise<boolean> {
  switch (fault.kind) {
    case 'status':
      await bodyEnd(request);
      throw new S3Refusal(fault.status ?? 503, fault.code ?? 'SlowDown');
    case 'proxy':
      await bodyEnd(request);
      response
        .writeHead(fault.status ?? 502, { 'content-type': 'text/html' })
        .end('<html><p>Bad & <br> gateway</html>');
      return true;
    case 'late-error':
      await bodyEnd(request);
      response.end('<?xml version="1.0"?>\n<Error><Code>InternalError</Code></Error>');
      return true;
    case 'cut-request':
      request.once('data', () => request.socket.destroy()).once('end', () => request.socket.destroy());
      return true;
    case 'text':
      await bodyEnd(request);
      response.writeHead(fault.status ?? 200, { ...fault.headers }).end(fault.text);
      return true;
    case 'silence':
      request.resume();
      return true;
    case 'cut-answer':
      cutAfter(response, fault.afterBytes ?? 0);
      return false;
    case 'lose-answer':
      response.end = () => response.destroy();
      return false;
  }
}

async function bodyEnd(request: S3Call['request']): Promise<void> {
  request.resume();
  if (!request.readableEnded) {
    await once(request, 'end');
  }
}

function cutAfter(response: S3Call['response'], afterBytes: number): void {
  const write = response.write.bind(response) as (chunk: Buffer) => boolean;
  let left = afterBytes;
  response.write = (chunk: Buffer) => {
    const passed = chunk.subarray(0, left);
    left -= passed.length;
    write(passed);
    if (passed.length < chunk.length) {
      setImmediate(() => response.destroy());
    }
    return true;
  };
}
