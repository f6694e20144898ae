import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import type { GitChild } from '../../../platform/git/git-child.js';
import { GitMetrics } from '../git-metrics.js';
import { gitFailed } from '../git-refusal.js';
import { ClientGone, write, writeToClient } from './flow.js';

/** Contract: git §5.1. */
export const NO_CACHE = {
  'Cache-Control': 'no-cache, max-age=0, must-revalidate',
  Pragma: 'no-cache',
  Expires: 'Fri, 01 Jan 1980 00:00:00 GMT',
};

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly child: GitChild;
  /** Input of the child; absent for an advertisement. */
  readonly body?: AsyncIterable<Buffer>;
  readonly contentType: string;
  /** Sent before the first byte of the child. */
  readonly preamble?: Buffer;
  /** Transforms the output of the child; absent to leave it unchanged. */
  readonly rewrite?: (answer: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  /** Runs after the child has ended, before the response to the client ends. */
  readonly settle?: () => Promise<void>;
}

/**
 * Connects a client and a git child in both directions with back-pressure; when one ends, the other is ended (contract:
 * git §5.3).
 */
@Injectable()
export class ExchangeService {
  private readonly logger = new Logger('git');

  constructor(
    private readonly metrics: GitMetrics,
    private readonly env: Env,
  ) {}

  /** Answers 200 with the first byte of the child. If there was none, throws 413, or 500 if the child failed. */
  async run(exchange: Exchange): Promise<void> {
    const { response, child, settle } = exchange;
    const gone = new AbortController();
    const leave = (): void => {
      gone.abort(new ClientGone('The client went away.'));
      void child.end();
    };
    response.once('close', leave);
    if (response.closed) {
      leave(); // closed while the child was starting
    }
    try {
      await this.streamBoth(exchange, gone.signal);
    } finally {
      response.off('close', leave);
      await child.close();
      await settle?.();
    }
    response.end();
  }

  private async streamBoth(exchange: Exchange, signal: AbortSignal): Promise<void> {
    const { child, response } = exchange;
    const feeding = this.feed(exchange, signal);
    feeding.catch(() => void child.end()); // ends the answer below, after which the error is thrown
    await this.answer(exchange, signal);
    const code = await child.ended.catch(() => null); // the spawner has died, but the output of the child was read to its end
    await feeding;
    if (response.headersSent) {
      return;
    }
    signal.throwIfAborted(); // the child was ended because its client left; it did not fail
    if (code !== 0) {
      this.logger.error({ git: child.stderr });
      throw gitFailed();
    }
    begin(exchange);
  }

  private async feed({ child, body }: Exchange, signal: AbortSignal): Promise<void> {
    let isListening = true;
    for await (const chunk of body ?? []) {
      this.metrics.noteBytes('in', chunk.length);
      // A child may close its input early; the rest is read and discarded, so that its output can be read.
      isListening &&= await taken(child.stdin, chunk, signal);
    }
    child.stdin.end();
  }

  private async answer(exchange: Exchange, signal: AbortSignal): Promise<void> {
    const { child, response, rewrite } = exchange;
    const answer: AsyncIterable<Buffer> = child.stdout;
    for await (const chunk of rewrite?.(answer) ?? answer) {
      if (!response.headersSent) {
        begin(exchange);
      }
      this.metrics.noteBytes('out', chunk.length);
      await writeToClient(response, chunk, signal, this.env.git.idleTimeout * 1000);
    }
  }
}

function begin({ response, contentType, preamble }: Exchange): void {
  response.writeHead(200, { 'Content-Type': contentType, ...NO_CACHE });
  if (preamble) {
    response.write(preamble);
  }
}

async function taken(sink: Writable, chunk: Buffer, signal: AbortSignal): Promise<boolean> {
  try {
    await write(sink, chunk, signal);
    return true;
  } catch (error) {
    if (isClosedPipe(error)) {
      return false;
    }
    throw error;
  }
}

const CLOSED: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'];
const isClosedPipe = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && CLOSED.includes(error.code);
