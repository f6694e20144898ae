const READ_ONLY = /\bEROFS\b|Read-only file system/;

/** Whether something could not be written because its file system takes no changes, as after a fault of its disk; git tells so in words. */
export const isReadOnlyDisk = (error: unknown): boolean => error instanceof Error && READ_ONLY.test(error.message);
