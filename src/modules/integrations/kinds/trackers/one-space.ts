/** Replaces runs of white space by one space, so that patterns need not match runs. */
export const oneSpace = (text: string): string => text.replace(/\s+/g, ' ');
