import { LONGEST_NAME } from '../../../../common/params/json-shape.js';
import { Base64Stream } from './base64-stream.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;
const CLOSING = new Set([0x7d, 0x5d]);
const ATTACHMENTS = '_attachments';
const DATA = 'data';
/** No longer key is one of these, however it is escaped. */
const MAX_KEY_BYTES = 100;
/** Where the data of an attachment lies: in the document, its attachments, one of them. */
const DATA_DEPTH = 3;

/** The start or the end of an attachment's data, or bytes of it. */
export type Piece = 'start' | 'end' | Buffer;

export interface ScanLimits {
  /** Of the document without the data. */
  readonly bytes: number;
  readonly depth: number;
  readonly values: number;
}

/** A document that is larger than the limits. */
export class DocumentTooLargeError extends Error {}

/**
 * Reads the JSON that npm publishes as it comes: the data of attachments is decoded piece by piece, all else is kept, so
 * that memory does not grow with a tarball. Throws a `SyntaxError` for data that is not base64; whether the rest is JSON
 * at all is asked when it is whole.
 */
export class PublicationScanner {
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private values = 0;
  /** For each level whether it is an object, and the key that was read last there. */
  private readonly levels: { readonly isObject: boolean; key: string }[] = [];
  private isKeyNext = false;
  private state: 'between texts' | 'in key' | 'in text' | 'in data' = 'between texts';
  private isEscaped = false;
  private keyBytes: number[] = [];
  private keyLength = 0;
  private decoder = new Base64Stream();

  constructor(private readonly limits: ScanLimits) {}

  *push(chunk: Buffer): Generator<Piece> {
    let at = 0;
    while (at < chunk.length) {
      if (this.state === 'in data') {
        const quote = chunk.indexOf(QUOTE, at);
        const end = quote < 0 ? chunk.length : quote;
        yield this.decoder.push(this.unescaped(chunk.toString('latin1', at, end)));
        at = end;
        if (quote < 0) {
          return;
        }
        this.endData();
        yield 'end';
      }
      const start = at;
      at = this.scan(chunk, at);
      this.keep(chunk.subarray(start, at));
      if (this.isInData()) {
        yield 'start';
      }
    }
  }

  /** The document, with empty data. */
  finish(): Buffer {
    return Buffer.concat(this.kept);
  }

  /** Reads up to where data begins, or to the end; answers where that is. */
  private scan(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      this.step(chunk[at] ?? 0);
      if (this.isInData()) {
        return at + 1;
      }
    }
    return chunk.length;
  }

  private step(byte: number): void {
    if (this.state === 'between texts') {
      this.stepBetween(byte);
      return;
    }
    if (this.isEscaped || byte === BACKSLASH) {
      this.isEscaped = !this.isEscaped;
    } else if (byte === QUOTE) {
      this.endText();
      return;
    }
    if (this.state === 'in key') {
      this.addToKey(byte);
    }
  }

  private addToKey(byte: number): void {
    this.keyLength += 1;
    this.refuseIf(this.keyLength > LONGEST_NAME);
    if (this.keyBytes.length <= MAX_KEY_BYTES) {
      this.keyBytes.push(byte);
    }
  }

  private stepBetween(byte: number): void {
    if (byte === QUOTE) {
      this.beginText();
    } else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      this.open(byte === OPENING_BRACE);
    } else if (CLOSING.has(byte)) {
      this.levels.pop();
      this.isKeyNext = false;
    } else if (byte === COMMA) {
      this.isKeyNext = this.levels.at(-1)?.isObject ?? false;
      this.values += 1;
      this.refuseIf(this.values > this.limits.values);
    }
  }

  private open(isObject: boolean): void {
    this.levels.push({ isObject, key: '' });
    this.isKeyNext = isObject;
    this.refuseIf(this.levels.length > this.limits.depth);
  }

  private beginText(): void {
    if (this.isKeyNext) {
      this.state = 'in key';
      this.keyBytes = [];
      this.keyLength = 0;
      return;
    }
    this.state = this.isAtData() ? 'in data' : 'in text';
  }

  private endText(): void {
    const level = this.levels.at(-1);
    if (this.state === 'in key' && level) {
      level.key = keyOf(this.keyBytes);
      this.isKeyNext = false;
    }
    this.state = 'between texts';
  }

  private endData(): void {
    this.decoder.finish();
    this.decoder = new Base64Stream();
    this.state = 'in text'; // which the quote ends
  }

  private isInData(): boolean {
    return this.state === 'in data';
  }

  private isAtData(): boolean {
    const [document, , attachment] = this.levels;
    return (
      this.levels.length === DATA_DEPTH &&
      this.levels.every(({ isObject }) => isObject) &&
      document?.key === ATTACHMENTS &&
      attachment?.key === DATA
    );
  }

  /** JSON may write `\/` for a slash; base64 has nothing else to escape. */
  private unescaped(text: string): string {
    const all = this.isEscaped ? `\\${text}` : text;
    this.isEscaped = all.endsWith('\\');
    const plain = (this.isEscaped ? all.slice(0, -1) : all).replaceAll('\\/', '/');
    if (plain.includes('\\')) {
      throw new SyntaxError('Not base64');
    }
    return plain;
  }

  private keep(bytes: Buffer): void {
    this.keptBytes += bytes.length;
    this.refuseIf(this.keptBytes > this.limits.bytes);
    this.kept.push(Buffer.from(bytes)); // a part of a chunk would keep all of it
  }

  private refuseIf(isTooLarge: boolean): void {
    if (isTooLarge) {
      throw new DocumentTooLargeError();
    }
  }
}

/** The text of a key as JSON has it; one that is none, or too long, matches nothing. */
function keyOf(bytes: readonly number[]): string {
  if (bytes.length > MAX_KEY_BYTES) {
    return '';
  }
  try {
    const key: unknown = JSON.parse(`"${Buffer.from(bytes).toString()}"`);
    return typeof key === 'string' ? key : '';
  } catch {
    return '';
  }
}
