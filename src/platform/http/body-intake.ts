import type { IncomingMessage } from 'node:http';
import type { ApiError } from '../../common/errors/api-error.js';
import { requestTimeout, unavailable } from '../../common/errors/catalogue.js';
import { UNCOUNTED_BYTES } from './body-memory.js';
import type { BodyMemory, BodyOwner } from './body-memory.js';
import { GatheredBytes } from './gathered-bytes.js';

/** Minimum rate of a body after its first seconds. */
const BYTES_PER_MS = 32;

/** Rules that all requests of a process share. */
export interface BodyRules {
  readonly memory: BodyMemory;
  /** Maximum pause between two bytes. A body slower than 32 KB a second must also be complete within this time. */
  readonly timeoutMs: number;
}

export interface BodyDemand {
  /** The refusal of a body of this size; undefined if it is accepted. */
  readonly refusalOf: (size: number) => ApiError | undefined;
  /** Whether the caller is authenticated; evaluated once, before a large body is read. */
  readonly isKnown: () => Promise<boolean>;
}

/** Receives the body of one request into memory, within the limits of the process. */
export class BodyIntake {
  private owner: BodyOwner = 'anonymous';
  /** Bytes held beyond {@link UNCOUNTED_BYTES}. */
  private held = 0;

  constructor(
    private readonly request: IncomingMessage,
    private readonly rules: BodyRules,
  ) {}

  /**
   * Returns the whole body. Throws the error of `refusalOf`, 408 for a body that comes too slowly, 503 when too many
   * bodies are held. Leaves the stream open when it refuses, so that the refusal can still be sent on the connection.
   */
  async receive({ refusalOf, isKnown }: BodyDemand): Promise<Buffer> {
    if (this.mayBeLarge() && (await isKnown())) {
      this.owner = 'known';
    }
    return this.collect((size) => refusalOf(size) ?? (this.reserve(size) ? undefined : unavailable()));
  }

  /** Called when the request is answered: its body is not needed any more. */
  release(): void {
    this.rules.memory.release(this.owner, this.held);
    this.held = 0;
  }

  private mayBeLarge(): boolean {
    const { 'content-length': declared, 'transfer-encoding': encoding } = this.request.headers;
    return encoding !== undefined || Number(declared) > UNCOUNTED_BYTES;
  }

  private reserve(size: number): boolean {
    const more = Math.max(0, size - UNCOUNTED_BYTES) - this.held;
    if (more <= 0) {
      return true;
    }
    if (this.request.destroyed || !this.rules.memory.reserve(this.owner, more)) {
      return false;
    }
    this.held += more;
    return true;
  }

  private collect(refusalOf: (size: number) => ApiError | undefined): Promise<Buffer> {
    const { request } = this;
    return new Promise((resolve, reject) => {
      const gathered = new GatheredBytes();
      const pace = new Pace(this.rules.timeoutMs, () => {
        refuse(requestTimeout());
      });
      let isRefused = false;
      const refuse = (refusal: Error): void => {
        isRefused = true;
        gathered.clear();
        pace.stop();
        this.release();
        reject(refusal);
      };
      request.on('data', (chunk: Buffer) => {
        if (isRefused) {
          return; // read and dropped, so that the client reads the refusal
        }
        const refusal = refusalOf(pace.note(chunk.length));
        if (refusal) {
          refuse(refusal);
        } else {
          gathered.add(chunk);
        }
      });
      request.on('end', () => {
        pace.stop();
        resolve(gathered.whole());
      });
      request.on('error', refuse);
    });
  }
}

/** Calls `tooSlow` when a body pauses for too long, or takes longer than its size allows. */
class Pace {
  private readonly start = performance.now();
  private last = this.start;
  private size = 0;
  private timer: NodeJS.Timeout;

  constructor(
    private readonly timeoutMs: number,
    private readonly tooSlow: () => void,
  ) {
    this.timer = this.checkIn(timeoutMs);
  }

  /** Counts the bytes and returns the size so far. */
  note(bytes: number): number {
    this.last = performance.now();
    this.size += bytes;
    return this.size;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private checkIn(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.check();
    }, milliseconds).unref();
  }

  private check(): void {
    const deadline = Math.min(this.last, this.start + this.size / BYTES_PER_MS) + this.timeoutMs;
    const left = deadline - performance.now();
    if (left <= 0) {
      this.tooSlow();
      return;
    }
    this.timer = this.checkIn(left);
  }
}
