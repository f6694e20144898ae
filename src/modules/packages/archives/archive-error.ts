/** An archive that is broken, or larger than archives are read; the message is shown to its publisher. */
export class ArchiveError extends Error {}
