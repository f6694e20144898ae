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
/** A longer key is none of these, however it is escaped. */
const MAX_KEY_BYTES = 100;
/** Nesting depth of an attachment's data: the document, its attachments, one of them. */
const DATA_DEPTH = 3;

/** The start or the end of an attachment's data, or bytes of it. */
export type Piece = 'start' | 'end' | Buffer;

export interface ScanLimits {
  /** Maximum size of the document without the data. */
  readonly bytes: number;
  readonly depth: number;
  readonly values: number;
}

/** A document exceeds the limits. */
export class DocumentTooLargeError extends Error {}

/**
 * Reads the JSON of an npm publication while it arrives: decodes the data of attachments piece by piece and keeps
 * everything else, so that memory use does not depend on the size of the tarball. Throws a `SyntaxError` for data that
 * is not base64; whether the rest is valid JSON is checked once it is complete.
 */
export class PublicationScanner {
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private values = 0;
  /** For each level, whether it is an object, and the last key that was read in it. */
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

  /** The document, with the data left empty. */
  finish(): Buffer {
    return Buffer.concat(this.kept);
  }

  /** Reads up to the beginning of data, or to the end of the chunk; returns that position. */
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
    this.state = 'in text'; // ended by the quote
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

  /** JSON may write a slash as `\/`; no other character of base64 needs escaping. */
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
    this.kept.push(Buffer.from(bytes)); // copied, because a slice would keep the whole chunk in memory
  }

  private refuseIf(isTooLarge: boolean): void {
    if (isTooLarge) {
      throw new DocumentTooLargeError();
    }
  }
}

/** Decodes a key from JSON; an invalid or too long key becomes empty and matches nothing. */
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
