/** The last alternative is git's message about a locked ref, which does not say why it cannot be written. */
const NO_SPACE = /\b(?:ENOSPC|EDQUOT)\b|No space left on device|Disk quota exceeded|couldn't write '[^']+\.lock'/;

/** Whether a write failed because the disk is full; git and PostgreSQL report this as text. */
export const lacksSpace = (error: unknown): boolean => error instanceof Error && NO_SPACE.test(error.message);
