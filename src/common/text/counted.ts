/** Returns a number with its noun, in the plural unless it is one. */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
