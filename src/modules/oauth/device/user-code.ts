import { randomInt } from 'node:crypto';

/** No vowels, so that no words come about; none that are mistaken for each other (RFC 8628, §6.1). */
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXZ';
const HALF = 4;

/** Eight consonants with a dash in the middle (contract: oauth §14.6). */
export function newUserCode(): string {
  const half = () => Array.from({ length: HALF }, () => CONSONANTS[randomInt(CONSONANTS.length)]).join('');
  return `${half()}-${half()}`;
}

/** What people type: any case, with or without the dash. */
export const plainUserCode = (text: string): string => text.toUpperCase().replace(/[^A-Z]/g, '');
