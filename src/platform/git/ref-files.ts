import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isStoredId } from './object-ids.js';
import { readSmallFile, readSmallFileSync } from './small-file.js';

const ID_LENGTH = 40;
const LINE_END = 10;
/** A file that holds more is no reference. */
const MOST_BYTES = 4096;
const SYMBOLIC = /^ref: (refs\/\S+)\n?$/;

/**
 * The id that a full reference name holds, read as git itself reads it: from its own file, else from `packed-refs`. Null
 * when there is none, and for a symbolic one. Saves a process where only that is asked; the name was checked before.
 */
export async function readRefFile(directory: string, name: string): Promise<string | null> {
  const loose = await contentOf(path.join(directory, name));
  if (loose !== undefined) {
    return idOfRef(loose);
  }
  // Packing refs writes the pack before the file goes: what is missing in one is in the other.
  const packed = await packedRefs(directory);
  return packed ? packedId(packed, name) : null;
}

/** The same for a thread that may wait. */
export function readRefFileSync(directory: string, name: string): string | null {
  const loose = contentOfSync(path.join(directory, name));
  if (loose !== undefined) {
    return idOfRef(loose);
  }
  const packed = packedRefsSync(directory);
  return packed ? packedId(packed, name) : null;
}

/** The reference that HEAD names; null when it names none. */
export async function readHeadFile(directory: string): Promise<string | null> {
  return headOf(await contentOf(path.join(directory, 'HEAD')));
}

/** The id in the file of a reference; null for a symbolic one. */
export function idOfRef(content: Buffer): string | null {
  const text = content.toString('latin1').trim();
  return isStoredId(text) ? text : null;
}

/** The reference that the file HEAD names; null when it names none. */
export const headOf = (content: Buffer | undefined): string | null =>
  SYMBOLIC.exec(content?.toString('utf8') ?? '')?.[1] ?? null;

function packedId(packed: Buffer, name: string): string | null {
  const at = packed.indexOf(` ${name}\n`);
  const start = at - ID_LENGTH;
  const isWhole = at >= 0 && start >= 0 && (start === 0 || packed[start - 1] === LINE_END);
  return isWhole ? packed.toString('latin1', start, at) : null;
}

/** All references that have no file of their own; undefined when there never were any. */
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

/** Undefined for what is no file. */
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
