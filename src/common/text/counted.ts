/** A number with the word for what is counted, which takes an s where it is not one. */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
