const READ_ONLY = /\bEROFS\b|Read-only file system/;

/** Whether a write failed because the file system is read-only, as after a disk fault; git reports this as text. */
export const isReadOnlyDisk = (error: unknown): boolean => error instanceof Error && READ_ONLY.test(error.message);
