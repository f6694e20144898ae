const NO_SPACE = /\b(?:ENOSPC|EDQUOT)\b|No space left on device|Disk quota exceeded/;

/** Whether something could not be written because its disk is full; git and PostgreSQL tell so in words. */
export const lacksSpace = (error: unknown): boolean => error instanceof Error && NO_SPACE.test(error.message);
