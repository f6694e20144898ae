/** Number of characters as users count them: code points, not UTF-16 units. */
const lengthOf = (text: string): number => Array.from(text).length;

/** Counts only when the number of units does not decide: a character is one or two of them. */
export const isLonger = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || lengthOf(text) > max);
