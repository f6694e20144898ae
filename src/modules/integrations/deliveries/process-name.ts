import { hostname } from 'node:os';

/**
 * Names the process that holds deliveries, so that a later process on the same machine can check whether it still runs.
 */
export const PROCESS_NAME = `${hostname()}/${process.pid}`;

/**
 * Whether the owner is a process of this machine that has ended; leases of other machines' processes expire in time.
 */
export function isGone(owner: string): boolean {
  const at = owner.lastIndexOf('/');
  const [host, pid] = [owner.slice(0, at), Number(owner.slice(at + 1))];
  return host === hostname() && (pid === process.pid || !isAlive(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
