import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3Error, s3ErrorFrom } from './s3-error.js';
import type { S3Request, S3Target } from './s3-request.js';
import { signRequest } from './s3-request.js';

export interface S3Timing {
  readonly now: () => Date;
  /** Tries of one request; all requests made here can be repeated. */
  readonly attempts: number;
  /** Wait before the second try; it doubles from try to try. */
  readonly firstRetryMs: number;
  /** Silence on the connection after which a try has failed. */
  readonly idleMs: number;
}

export interface S3Answer {
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Sends signed requests to one bucket. Answers of 5xx and 429, broken connections and silence are tried again; other
 * refusals throw `S3Error` at once.
 */
export class S3Client {
  private readonly agent: http.Agent;

  constructor(
    private readonly target: S3Target,
    private readonly timing: S3Timing,
  ) {
    this.agent = this.isSecure ? new https.Agent({ keepAlive: true }) : new http.Agent({ keepAlive: true });
  }

  get bucket(): string {
    return this.target.bucket;
  }

  /** For small answers: headers and text. */
  send(request: S3Request, attempts = this.timing.attempts): Promise<S3Answer> {
    return this.trying(attempts, async () => {
      const response = await this.exchange(request);
      const body = await textOf(response);
      if (/<Error[ >]/.test(body)) {
        throw new S3Error(request.method, 500, 'InternalError'); // long operations fail after their status was sent
      }
      return { headers: response.headers, body };
    });
  }

  /** For large answers: the response when its head has come. */
  open(request: S3Request): Promise<http.IncomingMessage> {
    return this.trying(this.timing.attempts, () => this.exchange(request));
  }

  private async trying<T>(attempts: number, work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt >= attempts || (error instanceof S3Error && !error.isPassing)) {
          throw error;
        }
        await sleep(this.timing.firstRetryMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  }

  private async exchange(request: S3Request): Promise<http.IncomingMessage> {
    const response = await this.transmit(request);
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) {
      return response;
    }
    throw s3ErrorFrom(request.method, response, await textOf(response));
  }

  private transmit(request: S3Request): Promise<http.IncomingMessage> {
    const { agent, target, timing } = this;
    const { hostname, path, headers } = signRequest(target, request, timing.now());
    const options = { agent, method: request.method, hostname, port: target.endpoint.port, path, headers };
    return new Promise((resolve, reject) => {
      const sent = this.isSecure ? https.request(options) : http.request(options);
      sent.setTimeout(timing.idleMs, () => sent.destroy(new Error('object storage fell silent')));
      sent.once('response', resolve);
      sent.on('error', reject);
      request.body?.forEach((chunk) => sent.write(chunk));
      sent.end();
    });
  }

  private get isSecure(): boolean {
    return this.target.endpoint.protocol === 'https:';
  }
}

async function textOf(response: http.IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response) {
    text += String(chunk);
  }
  return text;
}
