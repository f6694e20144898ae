import { readdirSync, readFileSync } from 'node:fs';

/** User and system time of a process in milliseconds; the kernel counts in hundredths of a second. */
export function cpuMillis(pid) {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The same of a process and all below it, those included that ended and were waited for. */
export function treeCpuMillis(root) {
  const parents = new Map(runningProcesses().map((pid) => [pid, parentOf(pid)]));
  const below = [root];
  for (const pid of below) {
    below.push(...[...parents].filter(([, parent]) => parent === pid).map(([child]) => child));
  }
  return below.reduce((sum, pid) => sum + cpuWithChildren(pid), 0);
}

const runningProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** A process may end between two looks at it. */
function parentOf(pid) {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    return undefined;
  }
}

function cpuWithChildren(pid) {
  try {
    const fields = statOf(pid);
    return [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]) * 10, 0);
  } catch {
    return 0;
  }
}

const statOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
