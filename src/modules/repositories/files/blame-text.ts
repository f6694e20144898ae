import { isUtf8 } from 'node:buffer';
import { Pacer } from '../../../common/concurrency/pacer.js';
import type { ByteReader } from '../../../platform/git/byte-reader.js';

/** Lines that one commit wrote, one after the other. */
export interface BlameHunk {
  readonly commitId: string;
  /** The first is 1. */
  readonly firstLine: number;
  readonly lines: number;
}

const HEAD = /^([0-9a-f]{40}) \d+ (\d+) (\d+)$/;

/**
 * Reads `git blame --incremental`, which tells of hunks in any order and never of their content; all other lines begin
 * with a word. Ends early with more than `most` hunks.
 */
export async function readHunks(output: ByteReader, most: number): Promise<BlameHunk[]> {
  const hunks: BlameHunk[] = [];
  for (let line = await output.line(); line !== null && hunks.length <= most; line = await output.line()) {
    const [, commitId, firstLine, lines] = HEAD.exec(line) ?? [];
    if (commitId !== undefined) {
      hunks.push({ commitId, firstLine: Number(firstLine), lines: Number(lines) });
    }
  }
  return hunks;
}

/** In the order of the file; hunks of the same commit side by side are one. */
export function inFileOrder(hunks: readonly BlameHunk[]): BlameHunk[] {
  const joined: BlameHunk[] = [];
  for (const hunk of [...hunks].sort((one, other) => one.firstLine - other.firstLine)) {
    const last = joined.at(-1);
    if (last?.commitId === hunk.commitId && last.firstLine + last.lines === hunk.firstLine) {
      joined[joined.length - 1] = { ...last, lines: last.lines + hunk.lines };
    } else {
      joined.push(hunk);
    }
  }
  return joined;
}

const NEWLINE = 10;
const SPACE = 32;
/** JSON writes a control character as `\u0001`. */
const ESCAPED_BYTES = 6;
const HIGH = 0x80;
/** Of U+FFFD, which stands for a byte that is no UTF-8. */
const REPLACED_BYTES = 3;

/** Some lines of a text. */
export interface TextRange {
  /** Lines of the whole text. */
  readonly total: number;
  readonly content: Buffer;
  /** As JSON writes it, about. */
  readonly jsonBytes: number;
}

/** Bytes between two looks at the time: a text may be nothing but line ends. */
const STRIDE = 65_536;

/**
 * Finds the lines of a range, the first is 1, without making a string of each: a text may hold millions of them, and
 * other requests have their turns meanwhile.
 */
export async function rangeOf(content: Buffer, start: number, end: number): Promise<TextRange> {
  const { total, from, to } = await boundsOf(content, start, end);
  const asked = content.subarray(from, Math.max(from, to));
  return { total, content: asked, jsonBytes: await jsonBytesOf(asked) };
}

async function boundsOf(content: Buffer, start: number, end: number) {
  const pacer = new Pacer();
  let [total, from, to, looked] = [0, content.length, content.length, 0];
  for (let at = 0; at < content.length; total += 1) {
    const newline = content.indexOf(NEWLINE, at);
    const next = newline < 0 ? content.length : newline + 1;
    from = total + 1 === start ? at : from;
    to = total + 1 === end ? next : to;
    at = next;
    if (at - looked > STRIDE) {
      looked = at;
      await giveWay(pacer);
    }
  }
  return { total, from, to };
}

async function jsonBytesOf(content: Buffer): Promise<number> {
  const pacer = new Pacer();
  const highBytes = isUtf8(content) ? 1 : REPLACED_BYTES;
  let jsonBytes = content.length;
  for (let at = 0; at < content.length; at += STRIDE) {
    for (const byte of content.subarray(at, at + STRIDE)) {
      jsonBytes += byte < SPACE ? ESCAPED_BYTES - 1 : byte < HIGH ? 0 : highBytes - 1;
    }
    await giveWay(pacer);
  }
  return jsonBytes;
}

/** The lines of a text, without their ends. */
export async function linesOf(content: Buffer): Promise<string[]> {
  const pacer = new Pacer();
  const lines: string[] = [];
  for (let at = 0, looked = 0; at < content.length;) {
    const newline = content.indexOf(NEWLINE, at);
    const end = newline < 0 ? content.length : newline;
    lines.push(content.toString('utf8', at, end));
    at = end + 1;
    if (at - looked > STRIDE) {
      looked = at;
      await giveWay(pacer);
    }
  }
  return lines;
}

async function giveWay(pacer: Pacer): Promise<void> {
  if (pacer.isDue) {
    await pacer.pause();
  }
}
