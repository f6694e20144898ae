import { mkdir, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes all chunks at the handle's position, in as few system calls as possible. */
export async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  let left = chunks;
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left);
    left = after(left, bytesWritten);
  }
}

/**
 * Makes the names in a directory survive a power failure. File systems without support for this do so by themselves.
 */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r').catch(unsupported);
  try {
    await directory?.sync().catch(unsupported);
  } finally {
    await directory?.close();
  }
}

/** Creates a directory and its missing parents, durably. */
export async function makeDirectory(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) {
    return;
  }
  for (let created = path; created.length >= first.length; created = dirname(created)) {
    await syncDirectory(dirname(created));
  }
}

/** Runs `act` in a directory, which is created if it is missing; it nearly always exists. */
export async function inDirectory<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) {
      throw error;
    }
    await makeDirectory(path);
    return act();
  }
}

/** Whether it is a system error with one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.some((code) => code === error.code);
}

function unsupported(error: unknown): null {
  if (hasCode(error, 'EINVAL', 'EISDIR', 'EPERM', 'ENOTSUP')) {
    return null;
  }
  throw error;
}

function after(chunks: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let skipped = 0;
  for (const [index, chunk] of chunks.entries()) {
    if (skipped + chunk.byteLength > bytes) {
      return [chunk.subarray(bytes - skipped), ...chunks.slice(index + 1)];
    }
    skipped += chunk.byteLength;
  }
  return [];
}
