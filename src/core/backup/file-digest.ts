import { createHash } from 'node:crypto';
import { constants, copyFile, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../platform/blob/filesystem/durable.js';

const READ_BYTES = 256 * 1024;
const COPY_MODE = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;

/** Most files of an instance are small, so each is read with one buffer of its size instead of a stream. */
export async function sha256Of(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    const hash = createHash('sha256');
    const { size } = await handle.stat();
    const buffer = Buffer.allocUnsafe(Math.min(Math.max(size, 1), READ_BYTES));
    for (let read = await handle.read(buffer); read.bytesRead > 0; read = await handle.read(buffer)) {
      hash.update(buffer.subarray(0, read.bytesRead));
    }
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}

/**
 * Creates an independent copy, which shares blocks if the file system supports that; missing directories are created.
 */
export async function copyInto(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, COPY_MODE);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) {
      throw error;
    }
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    await copyFile(from, to, COPY_MODE);
  }
}
