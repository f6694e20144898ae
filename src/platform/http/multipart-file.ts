import type { Readable } from 'node:stream';

/** Reads a file of a multipart body to its end, so that the parser reaches the parts behind it. */
export function skipFile(stream: Readable): void {
  leaveErrorsToParser(stream);
  stream.resume();
}

/**
 * When a body ends early or the client disconnects, the parser destroys an open file with the same error that it
 * reports itself. A stream without an error listener would then end the process.
 */
export function leaveErrorsToParser(stream: Readable): void {
  stream.on('error', () => undefined);
}
