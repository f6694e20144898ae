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

/** Some lines of a text. */
export interface TextRange {
  /** Lines of the whole text. */
  readonly total: number;
  readonly content: Buffer;
  /** As JSON writes it, about. */
  readonly jsonBytes: number;
}

/**
 * Finds the lines of a range, the first is 1, without making a string of each: a text may hold millions of them.
 */
export function rangeOf(content: Buffer, start: number, end: number): TextRange {
  let [total, from, to, jsonBytes] = [0, content.length, content.length, 0];
  for (let at = 0; at < content.length; total += 1) {
    const newline = content.indexOf(NEWLINE, at);
    const next = newline < 0 ? content.length : newline + 1;
    from = total + 1 === start ? at : from;
    to = total + 1 === end ? next : to;
    at = next;
  }
  const asked = content.subarray(from, Math.max(from, to));
  for (const byte of asked) {
    jsonBytes += byte < SPACE ? ESCAPED_BYTES : 1;
  }
  return { total, content: asked, jsonBytes };
}

/** The lines of a text, without their ends. */
export function linesOf(content: Buffer): string[] {
  const lines = content.toString('utf8').split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
