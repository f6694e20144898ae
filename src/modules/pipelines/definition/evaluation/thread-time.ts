import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

const NANOS_IN_MILLI = 1e6;

/** The number by which the system knows the thread that asks; null where it does not tell (only Linux does). */
export function systemThreadId(): string | null {
  try {
    return path.basename(readlinkSync('/proc/thread-self'));
  } catch {
    return null;
  }
}

/** Milliseconds for which a thread of this process has had a processor so far; null where the system does not tell. */
export function processorMillis(systemId: string | null): number | null {
  try {
    const [nanos] = readFileSync(`/proc/self/task/${systemId ?? ''}/schedstat`, 'utf8').split(' ');
    return Number(nanos) / NANOS_IN_MILLI;
  } catch {
    return null;
  }
}
