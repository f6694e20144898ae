import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../platform/blob/filesystem/durable.js';

const READ_BYTES = 256 * 1024;
const COPY_MODE = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  const bytes: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: READ_BYTES });
  for await (const chunk of bytes) {
    hash.update(chunk);
  }
  return hash.digest('hex');
}

/** A copy of its own, sharing blocks where the file system can; directories above it are made. */
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
