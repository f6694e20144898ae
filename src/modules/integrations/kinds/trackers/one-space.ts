/** Runs of white space as one blank, so that patterns need not repeat themselves over them. */
export const oneSpace = (text: string): string => text.replace(/\s+/g, ' ');
