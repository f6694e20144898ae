import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { written } from '../written.js';
import type { FileBounds, FilePiece } from './joined-pieces.js';

/** One is filled while the other is being sent. */
const BUFFERS = 2;
const BUFFER_BYTES = 1024 * 1024;

/** Writes these bytes of the file into the stream, and closes the file. Rejects when the stream closes earlier. */
export async function sendFile(file: FileHandle, bounds: FileBounds, into: Writable): Promise<void> {
  try {
    await pump(file, bounds, into);
  } finally {
    await file.close();
  }
}

/** Like {@link sendFile}, for pieces of several files in sequence. */
export async function sendPieces(pieces: readonly FilePiece[], into: Writable): Promise<void> {
  for (const { path, ...bounds } of pieces) {
    await sendFile(await open(path, 'r'), bounds, into);
  }
}

interface BufferSlot {
  readonly buffer: Buffer;
  /** Resolves when the buffer may be reused. */
  busy: Promise<void>;
}

/**
 * Buffers are reused: new memory for every chunk costs more than reading it, since the kernel has to clear it first.
 */
async function pump(file: FileHandle, { start, end }: FileBounds, into: Writable): Promise<void> {
  const bytes = Math.min(BUFFER_BYTES, end - start + 1);
  const slots: BufferSlot[] = Array.from({ length: BUFFERS }, () => ({
    buffer: Buffer.allocUnsafeSlow(Math.max(0, bytes)),
    busy: Promise.resolve(),
  }));
  let position = start;
  while (position <= end) {
    for (const slot of slots) {
      await slot.busy;
      position += await sendSome(file, position, Math.min(bytes, end - position + 1), slot, into);
    }
  }
  await Promise.all(slots.map(({ busy }) => busy));
}

/** Returns how many bytes are being sent. */
async function sendSome(
  file: FileHandle,
  position: number,
  wanted: number,
  slot: BufferSlot,
  into: Writable,
): Promise<number> {
  if (wanted === 0) {
    return 0;
  }
  const { bytesRead } = await file.read(slot.buffer, 0, wanted, position);
  if (bytesRead === 0) {
    throw new Error('a stored file is shorter than it was');
  }
  slot.busy = written(into, slot.buffer.subarray(0, bytesRead));
  slot.busy.catch(() => undefined); // reported when the buffer is used again
  return bytesRead;
}
