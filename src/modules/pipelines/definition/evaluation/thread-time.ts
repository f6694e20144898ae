import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

const NANOS_IN_MILLI = 1e6;

/** Returns the system's id of the calling thread; null where it is not available (only Linux provides it). */
export function systemThreadId(): string | null {
  try {
    return path.basename(readlinkSync('/proc/thread-self'));
  } catch {
    return null;
  }
}

/** Milliseconds of processor time that a thread of this process has used; null where the system does not provide it. */
export function processorMillis(systemId: string | null): number | null {
  try {
    const [nanos] = readFileSync(`/proc/self/task/${systemId ?? ''}/schedstat`, 'utf8').split(' ');
    return Number(nanos) / NANOS_IN_MILLI;
  } catch {
    return null;
  }
}
