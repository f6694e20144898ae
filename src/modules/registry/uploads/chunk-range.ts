/** First and last byte of a chunk, both inclusive. */
export interface ChunkRange {
  readonly start: number;
  readonly end: number;
}

const CONTENT_RANGE = /^(?:bytes[ =]\s*)?(\d{1,15})-(\d{1,15})(?:\/(?:\*|\d+))?$/;

/**
 * Parses the `Content-Range` of a chunk: `0-1023`, also `bytes 0-1023/*`; null for an invalid one (contract: registry
 * §6.1).
 */
export function readChunkRange(header: string): ChunkRange | null {
  const [, start, end] = CONTENT_RANGE.exec(header.trim()) ?? [];
  const range = { start: Number(start), end: Number(end) };
  return start !== undefined && range.end >= range.start ? range : null;
}

export const lengthOf = ({ start, end }: ChunkRange): number => end - start + 1;

/** The `Range` of an upload with this many bytes; for an empty one it is `0-0`, the same as for a single byte. */
export const writeUploadRange = (size: number): string => `0-${Math.max(0, size - 1)}`;
