import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { GatheredBytes } from './gathered-bytes.js';

/**
 * Up to this number, the chunks read in one turn may have any length; beyond it they must average {@link CHUNK_BYTES}.
 */
const FREE_CHUNKS = 512;
const CHUNK_BYTES = 16;
/**
 * Maximum number of shorter chunks over all connections in one turn: as many as three connections give in one read
 * each.
 */
const MAX_TINY_CHUNKS = 32_768;

/** Number of tiny chunks that may still be read in this turn of the event loop. */
class Budget {
  private left = MAX_TINY_CHUNKS;

  /** Returns false when the budget is used up. */
  take(): boolean {
    if (this.left === MAX_TINY_CHUNKS) {
      setImmediate(() => {
        this.left = MAX_TINY_CHUNKS;
      });
    }
    this.left -= 1;
    return this.left >= 0;
  }
}

/**
 * Reads bodies that arrive in thousands of tiny chunks at once, as from a program that writes byte by byte: each chunk
 * is a buffer and a call of its own, all in one turn of the event loop. The chunks are passed on in one piece, and
 * their connection is read once per turn. When many connections do so at the same moment, all but a few are closed
 * (contract: conventions §3.5).
 */
export class TinyChunks {
  private readonly budget = new Budget();

  /** Must be called before anything of the body is read. */
  watch(request: IncomingMessage): void {
    if (request.headers['transfer-encoding'] !== undefined) {
      new ChunkedBody(request, this.budget).watch();
    }
  }
}

class ChunkedBody {
  private chunks = 0;
  private bytes = 0;
  private readonly gathered = new GatheredBytes();
  private isHeld = false;
  private readonly socket: Socket;
  private readonly push: IncomingMessage['push'];

  constructor(
    private readonly request: IncomingMessage,
    private readonly budget: Budget,
  ) {
    this.socket = request.socket;
    this.push = request.push.bind(request);
  }

  /** The parser passes each chunk to `push` before any reader of the body gets it. */
  watch(): void {
    this.request.push = (chunk: Buffer | null) => this.take(chunk);
  }

  /** Like `push`: returns false when the reader has enough for now. */
  private take(chunk: Buffer | null): boolean {
    if (this.chunks === 0) {
      setImmediate(() => {
        this.endTurn();
      });
    }
    this.chunks += 1;
    this.bytes += chunk?.length ?? 0;
    const isTiny = this.chunks > FREE_CHUNKS && this.bytes < this.chunks * CHUNK_BYTES;
    if (chunk === null || !isTiny) {
      this.passOn();
      return this.push(chunk);
    }
    if (!this.budget.take()) {
      this.close();
      return false;
    }
    this.hold();
    this.gathered.add(chunk);
    return true;
  }

  private endTurn(): void {
    [this.chunks, this.bytes] = [0, 0];
    this.passOn();
    this.letGo();
  }

  /** Chunks are gathered only while the connection is held. */
  private passOn(): void {
    if (!this.isHeld) {
      return;
    }
    const piece = this.gathered.whole();
    this.gathered.clear();
    if (piece.length > 0 && !this.push(piece)) {
      this.socket.pause();
    }
  }

  /** A reader of the body resumes the connection when it wants more; this delays that until the next turn. */
  private hold(): void {
    if (!this.isHeld) {
      this.isHeld = true;
      this.socket.on('resume', this.pause);
      this.pause();
    }
  }

  private readonly pause = (): void => {
    this.socket.pause();
  };

  private letGo(): void {
    if (this.isHeld) {
      this.isHeld = false;
      this.socket.off('resume', this.pause);
      const { complete, readableLength, readableHighWaterMark } = this.request;
      if (complete || readableLength < readableHighWaterMark) {
        this.socket.resume();
      }
    }
  }

  private close(): void {
    this.request.push = () => false; // for what the parser still has
    const { parser } = this.socket as Socket & { readonly parser?: { pause(): void } | null };
    parser?.pause(); // in the middle of what was received
    this.socket.destroy();
  }
}
