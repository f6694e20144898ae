import { isUtf8 } from 'node:buffer';
import { Pacer } from '../../../common/concurrency/pacer.js';
import type { ByteReader } from '../../../platform/git/byte-reader.js';

/** Consecutive lines that one commit wrote. */
export interface BlameHunk {
  readonly commitId: string;
  /** 1-based. */
  readonly firstLine: number;
  readonly lines: number;
}

const HEAD = /^([0-9a-f]{40}) \d+ (\d+) (\d+)$/;

/**
 * Reads the output of `git blame --incremental`, which lists hunks in any order and without their content; all other
 * lines begin with a word. Stops early after more than `most` hunks.
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

/** Returns the hunks in file order; adjacent hunks of the same commit are joined. */
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
/** JSON length of a control character, such as `\u0001`. */
const ESCAPED_BYTES = 6;
const HIGH = 0x80;
/** UTF-8 length of U+FFFD, which replaces each byte that is not valid UTF-8. */
const REPLACED_BYTES = 3;

/** A range of lines in a text. */
export interface TextRange {
  /** Number of lines in the whole text. */
  readonly total: number;
  readonly content: Buffer;
  /** Approximate size of the content as JSON. */
  readonly jsonBytes: number;
}

/** Bytes between two checks of the pacer, because a text may consist of line ends only. */
const STRIDE = 65_536;

/**
 * Finds the lines of a 1-based range without creating a string per line, because a text may have millions of them.
 * Pauses so that other requests are served.
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

/** Returns the lines of a text without their line ends. */
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
