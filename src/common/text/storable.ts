/** Returns text that PostgreSQL can store, also in JSON: without NUL and halves of surrogate pairs. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
