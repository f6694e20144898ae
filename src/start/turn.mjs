import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;
const NAMELESS_MS = 5000;
const PATIENCE_MS = 15 * 60_000;

const pidFile = (directory) => path.join(directory, 'pid');

/** mkdir either succeeds or fails because another process was first, so a directory is the lock. */
function tryTake(directory) {
  try {
    mkdirSync(directory);
  } catch (error) {
    if (error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
  writeFileSync(pidFile(directory), `${process.pid} ${startOf(process.pid)}`);
  return true;
}

/** The moment of a process's start as Linux tells it: a later process with the same number has another one. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return '';
  }
}

function holderOf(directory) {
  try {
    const [pid, started] = readFileSync(pidFile(directory), 'utf8').split(' ');
    return Number(pid) ? { pid: Number(pid), started } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive({ pid, started }) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  return started === startOf(pid);
}

/** A turn is abandoned when its process is gone, or when it died before it wrote its name. */
function isAbandoned(directory) {
  const holder = holderOf(directory);
  if (holder !== undefined) {
    return !isAlive(holder);
  }
  const made = statSync(directory, { throwIfNoEntry: false });
  return made !== undefined && Date.now() - made.mtimeMs > NAMELESS_MS;
}

/** Moved away before it is deleted, so that of several who wait only one clears it, and never a turn just begun. */
function clear(directory) {
  const aside = `${directory}.${process.pid}`;
  try {
    renameSync(directory, aside);
    if (!isAbandoned(aside)) {
      renameSync(aside, directory);
      return;
    }
  } catch {
    return; // another process was faster
  }
  rmSync(aside, { recursive: true, force: true });
}

/** Waits until no other start of this checkout is at work; answers the function that ends the turn. */
export async function takeTurn(directory, say) {
  mkdirSync(path.dirname(directory), { recursive: true });
  const deadline = Date.now() + PATIENCE_MS;
  let told = false;
  while (!tryTake(directory)) {
    if (isAbandoned(directory)) {
      clear(directory);
      continue;
    }
    if (Date.now() > deadline) {
      throw new Error(
        `Another start seems to hang (process ${holderOf(directory)?.pid}). End it, or remove ${directory}.`,
      );
    }
    if (!told) {
      say('Waiting for another start to finish installing and building ...');
      told = true;
    }
    await sleep(POLL_MS);
  }
  return () => rmSync(directory, { recursive: true, force: true });
}
