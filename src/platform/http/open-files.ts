import { readFileSync } from 'node:fs';

const LIMIT = /^Max open files +(\d+)/m;

/**
 * How many connections there may be at once: each is an open file, and a quarter of those that the system allows is left to
 * the files, programs and database connections of the requests. `limits` is the text of /proc/self/limits, empty elsewhere.
 */
export function connectionsWithin(wanted: number, limits = limitsOfProcess()): number {
  const openFiles = LIMIT.exec(limits)?.[1];
  return openFiles === undefined ? wanted : Math.max(1, Math.min(wanted, Math.floor(Number(openFiles) * 0.75)));
}

function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return ''; // another system than Linux
  }
}
