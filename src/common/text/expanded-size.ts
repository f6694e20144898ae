/** A group or the whole pattern while it is parsed: the size before the last atom, and the last atom itself. */
interface Sequence {
  size: number;
  last: number;
}

const TOKEN =
  /\\Q[^]*?(?:\\E|$)|\\(?:[pPx]\{[^}]*\}|[^])|\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\\\]])*\]|\((?:\?(?:P?<\w*>|[imsU-]*[:)]))?|\{(?<least>\d+)(?:,(?<most>\d*))?\}|[^]/guy;
const REPETITION = /^(?:[*+?]|\{\d+(?:,\d*)?\})$/u;

/**
 * Returns the number of atoms in an RE2 pattern after expanding its repetitions, without expanding them: compiling
 * takes time and memory in proportion to it. Groups, classes, escapes and characters count once each, including empty
 * groups; for invalid RE2 the result is arbitrary, as compiling refuses it anyway.
 */
export function expandedSize(pattern: string): number {
  const enclosing: Sequence[] = [];
  let current: Sequence = { size: 0, last: 0 };
  for (const { 0: token, groups } of pattern.matchAll(TOKEN)) {
    if (REPETITION.test(token)) {
      current.last *= copies(groups?.least, groups?.most);
    } else if (token === ')') {
      const group = sizeOf(current);
      current = enclosing.pop() ?? { size: 0, last: 0 };
      append(current, group);
    } else if (token.startsWith('(') && !isFlags(token)) {
      enclosing.push(current);
      current = { size: 0, last: 0 };
    } else if (token !== '|') {
      append(current, token.startsWith('\\Q') ? token.length : 1);
    }
  }
  return [...enclosing, current].reduce((sum, sequence) => sum + sizeOf(sequence), 0);
}

const sizeOf = ({ size, last }: Sequence): number => size + last;
const isFlags = (token: string): boolean => token.endsWith(')');
const copies = (least = '1', most = ''): number => Math.max(Number(least), Number(most));

function append(sequence: Sequence, atom: number): void {
  sequence.size += sequence.last;
  sequence.last = atom;
}
