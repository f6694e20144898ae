import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isStoredId } from './object-ids.js';
import { readSmallFile, readSmallFileSync } from './small-file.js';

const ID_LENGTH = 40;
const LINE_END = 10;
/** A longer file is not a ref. */
const MOST_BYTES = 4096;
const SYMBOLIC = /^ref: (refs\/\S+)\n?$/;

/**
 * Returns the id that a full ref name points to, read in the same way as git: from its own file, otherwise from
 * `packed-refs`. Null when there is none, and for a symbolic ref. Saves a process where only the id is needed. The name
 * must have been validated.
 */
export async function readRefFile(directory: string, name: string): Promise<string | null> {
  const loose = await contentOf(path.join(directory, name));
  if (loose !== undefined) {
    return idOfRef(loose);
  }
  // Git writes `packed-refs` before it removes the file: what is missing in one is found in the other.
  const packed = await packedRefs(directory);
  return packed ? packedId(packed, name) : null;
}

/** Synchronous variant of {@link readRefFile}, for worker threads. */
export function readRefFileSync(directory: string, name: string): string | null {
  const loose = contentOfSync(path.join(directory, name));
  if (loose !== undefined) {
    return idOfRef(loose);
  }
  const packed = packedRefsSync(directory);
  return packed ? packedId(packed, name) : null;
}

/** Returns the ref that HEAD points to; null when it is detached. */
export async function readHeadFile(directory: string): Promise<string | null> {
  return headOf(await contentOf(path.join(directory, 'HEAD')));
}

/** Returns the id in the file of a ref; null for a symbolic one. */
export function idOfRef(content: Buffer): string | null {
  const text = content.toString('latin1').trim();
  return isStoredId(text) ? text : null;
}

/** Returns the ref that the file HEAD points to; null when it is detached. */
export const headOf = (content: Buffer | undefined): string | null =>
  SYMBOLIC.exec(content?.toString('utf8') ?? '')?.[1] ?? null;

function packedId(packed: Buffer, name: string): string | null {
  const at = packed.indexOf(` ${name}\n`);
  const start = at - ID_LENGTH;
  const isWhole = at >= 0 && start >= 0 && (start === 0 || packed[start - 1] === LINE_END);
  return isWhole ? packed.toString('latin1', start, at) : null;
}

/** Returns all packed refs; undefined when there never were any. */
export function packedRefsSync(directory: string): Buffer | undefined {
  try {
    return readFileSync(packedFile(directory));
  } catch {
    return undefined;
  }
}

const packedRefs = (directory: string): Promise<Buffer | undefined> =>
  readFile(packedFile(directory)).catch(() => undefined);

const packedFile = (directory: string): string => path.join(directory, 'packed-refs');

const NOTHING = Buffer.alloc(0);

/** Undefined when it is not a file. */
const contentOf = (file: string): Promise<Buffer | undefined> =>
  readSmallFile(file, MOST_BYTES).then(
    (content) => content ?? NOTHING,
    () => undefined,
  );

function contentOfSync(file: string): Buffer | undefined {
  try {
    return readSmallFileSync(file, MOST_BYTES) ?? NOTHING;
  } catch {
    return undefined;
  }
}
