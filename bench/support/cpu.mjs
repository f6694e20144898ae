import { readFileSync } from 'node:fs';

/** User and system time of a process in milliseconds; the kernel counts in hundredths of a second. */
export function cpuMillis(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
