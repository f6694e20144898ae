import { badRequest } from '../errors/catalogue.js';

/** Maximum levels of a JSON body: its own object, a parameter's name, and ten below it (contract: conventions §3.6). */
const MAX_LEVELS = 11;
/**
 * Maximum number of values in a request, in any format (contract: conventions §3.6). JSON may contain as many lists and
 * hashes in addition, so there are never more commas than twice this number.
 */
export const MAX_VALUES = 2048;

/**
 * Maximum length of the name of a parameter or of a hash member, as written (contract: conventions §3.6). V8 hashes
 * texts of 16 KiB by their length alone: a few hundred such names in one hash take seconds to compare.
 */
export const LONGEST_NAME = 8192;

/** Shorter texts, as many as a document may contain, are parsed within a few milliseconds. */
const LONG_TEXT_BYTES = 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const LETTER_U = 0x75;
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d;
/** Whether it is a continuation byte of UTF-8. */
const isContinuation = (byte: number | undefined): boolean => byte !== undefined && byte >> 6 === 0b10;

export const tooMany = () => badRequest('Too many parameters');
export const nameTooLong = () => badRequest('The name of a parameter is too long');

/**
 * A text of a JSON document: the positions of its quotes, and where it can be cut without dividing an escape or a
 * character.
 */
export interface ScannedText {
  readonly start: number;
  readonly end: number;
  readonly cuts: readonly number[];
}

/**
 * Scans JSON before it is parsed: parsing ten megabytes of brackets takes seconds, scanning them milliseconds. Whether
 * the JSON is valid is left to the parser.
 */
export class JsonScan {
  /** Texts that are long enough for a turn of their own. */
  readonly longTexts: ScannedText[] = [];
  /** Number of members in all hashes so far; a repeated one counts each time. */
  names = 0;
  private at = 0;
  /** Length of the last text: if a colon follows, it is a name. */
  private textBytes = 0;
  private levels = 0;
  private commas = 0;
  private open: { readonly start: number; readonly cuts: number[] } | null = null;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly maxValues = MAX_VALUES,
    private readonly maxLevels = MAX_LEVELS,
    private readonly longestName = LONGEST_NAME,
  ) {}

  /**
   * Scans about `count` bytes; returns whether more are left. Throws 400 for too many values and levels, and for long
   * names.
   */
  goOn(count: number): boolean {
    const stop = Math.min(this.bytes.length, this.at + count);
    while (this.at < stop) {
      if (this.open) {
        this.passText(this.open, stop);
      } else {
        this.passStructure(stop);
      }
    }
    return this.at < this.bytes.length;
  }

  private passStructure(stop: number): void {
    for (; this.at < stop; this.at += 1) {
      const byte = this.bytes[this.at] ?? 0;
      if (byte === QUOTE) {
        this.open = { start: this.at, cuts: [] };
        this.at += 1;
        return;
      }
      this.count(byte);
    }
  }

  private count(byte: number): void {
    if (byte === COMMA) {
      this.commas += 1;
    } else if (byte === COLON) {
      this.names += 1;
      if (this.textBytes > this.longestName) {
        throw nameTooLong();
      }
    } else if (isOpening(byte)) {
      this.levels += 1;
    } else if (isClosing(byte)) {
      this.levels -= 1;
    }
    if (this.levels > this.maxLevels || this.commas > 2 * this.maxValues) {
      throw tooMany();
    }
  }

  private passText({ start, cuts }: { readonly start: number; readonly cuts: number[] }, stop: number): void {
    const { bytes } = this;
    let { at } = this;
    while (at < stop && bytes[at] !== QUOTE) {
      at += bytes[at] === BACKSLASH ? (bytes[at + 1] === LETTER_U ? 6 : 2) : 1;
    }
    if (at < stop) {
      this.open = null;
      this.at = at + 1;
      this.textBytes = at - start - 1;
      if (cuts.length > 0 || at - start > LONG_TEXT_BYTES) {
        this.longTexts.push({ start, end: at, cuts });
      }
      return;
    }
    while (isContinuation(bytes[at])) {
      at += 1;
    }
    cuts.push(at);
    this.at = at;
  }
}

/**
 * Refuses JSON that is nested too deeply or has too many values. For documents of a few megabytes: names may have any
 * length.
 */
export function refuseLargeShape(bytes: Uint8Array, maxValues = MAX_VALUES, maxLevels = MAX_LEVELS): void {
  new JsonScan(bytes, maxValues, maxLevels, Infinity).goOn(bytes.length);
}
