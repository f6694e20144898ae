import type { Readable } from 'node:stream';

/** Reads a file of a multipart body to its end, so that the parts behind it come. */
export function skipFile(stream: Readable): void {
  leaveErrorsToParser(stream);
  stream.resume();
}

/**
 * The parser destroys an open file with the error that it reports itself: the body ended early, or the client went away.
 * A stream without a listener for it would end the process.
 */
export function leaveErrorsToParser(stream: Readable): void {
  stream.on('error', () => undefined);
}
