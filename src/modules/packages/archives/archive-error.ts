/** An archive is broken, or exceeds the limits; the message is shown to its publisher. */
export class ArchiveError extends Error {}
