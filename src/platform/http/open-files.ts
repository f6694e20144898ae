import { readFileSync } from 'node:fs';

const LIMIT = /^Max open files +(\d+)/m;

/**
 * Returns the maximum number of connections. Each is an open file, and a quarter of the files that the system allows is
 * reserved for the files, programs and database connections of requests. `limits` is the text of /proc/self/limits,
 * empty on other systems.
 */
export function connectionsWithin(wanted: number, limits = limitsOfProcess()): number {
  const openFiles = LIMIT.exec(limits)?.[1];
  return openFiles === undefined ? wanted : Math.max(1, Math.min(wanted, Math.floor(Number(openFiles) * 0.75)));
}

function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return ''; // not Linux
  }
}
