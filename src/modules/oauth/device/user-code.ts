import { randomInt } from 'node:crypto';

/** Without vowels, so that codes do not form words, and without easily confused letters (RFC 8628, §6.1). */
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXZ';
const HALF = 4;

/** Returns eight consonants with a dash in the middle (contract: oauth §14.6). */
export function newUserCode(): string {
  const half = () => Array.from({ length: HALF }, () => CONSONANTS[randomInt(CONSONANTS.length)]).join('');
  return `${half()}-${half()}`;
}

/** Normalises what users enter: any case, with or without the dash. */
export const plainUserCode = (text: string): string => text.toUpperCase().replace(/[^A-Z]/g, '');
