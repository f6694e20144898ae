/** The last is what git says of a ref that it has locked, without the reason why it cannot be written. */
const NO_SPACE = /\b(?:ENOSPC|EDQUOT)\b|No space left on device|Disk quota exceeded|couldn't write '[^']+\.lock'/;

/** Whether something could not be written because its disk is full; git and PostgreSQL tell so in words. */
export const lacksSpace = (error: unknown): boolean => error instanceof Error && NO_SPACE.test(error.message);
