import { readFile } from 'node:fs/promises';
import type { Service } from './service.js';

/** What a service needed for something. */
export interface ProcessCost {
  /** By how many bytes its resident memory grew at most. */
  readonly growth: number;
  /** Of a processor. */
  readonly millis: number;
}

const LOOK_EVERY_MS = 20;
const TICK_MS = 10;

/** Measures a service in a process of its own while this is done. */
export async function costOf(service: Service, work: () => Promise<void>): Promise<ProcessCost> {
  const [before, started] = await Promise.all([residentOf(service), cpuOf(service)]);
  let most = before;
  const watch = setInterval(() => void residentOf(service).then((now) => (most = Math.max(most, now))), LOOK_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return { growth: most - before, millis: (await cpuOf(service)) - started };
}

async function residentOf({ process }: Service): Promise<number> {
  const status = await readFile(`/proc/${process.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

/** User and system time; the name of the program, which comes before, may hold spaces. */
async function cpuOf({ process }: Service): Promise<number> {
  const stat = await readFile(`/proc/${process.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
