/** Text that PostgreSQL can keep, in JSON too: it has neither NUL nor halves of surrogate pairs. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
