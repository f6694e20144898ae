import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { GatheredBytes } from './gathered-bytes.js';

/** So many chunks of a body that are read in one turn may be of any length; more have so many bytes each on average. */
const FREE_CHUNKS = 512;
const CHUNK_BYTES = 16;
/** Of shorter ones, over all connections in one turn: what three of them give, each read once. */
const MAX_TINY_CHUNKS = 32_768;

/** How many tiny chunks may still come in this turn of the event loop. */
class Budget {
  private left = MAX_TINY_CHUNKS;

  /** False when it is used up. */
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
 * Reads bodies that come in thousands of tiny chunks at once, as a program sends them that writes byte by byte: each is a
 * buffer and a call of its own, in one turn of the event loop. They are passed on in one piece, and their connection is
 * read once in a turn. Where many connections do so at the same moment, those beyond a few are closed
 * (contract: conventions §3.5).
 */
export class TinyChunks {
  private readonly budget = new Budget();

  /** To be called before anything of the body is read. */
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

  /** The parser gives each chunk to `push`, before any reader of the body has it. */
  watch(): void {
    this.request.push = (chunk: Buffer | null) => this.take(chunk);
  }

  /** As `push`: false when the reader has enough for now. */
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

  /** Something is gathered only while the connection is held. */
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

  /** A reader of the body resumes the connection when it wants more; that waits for the next turn. */
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
