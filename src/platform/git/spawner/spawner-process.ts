import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import path from 'node:path';
import { Duplex } from 'node:stream';
import { labelLine, messagesOf, toLine } from './wire.js';
import type { SpawnOrder, SpawnReport } from './wire.js';

// A process of its own, as small as possible, which starts the programs that the service orders (see
// spawner.service.ts): orders arrive on its input, reports go to its output, and each stream of a program is a
// connection to the service.

const address = process.argv[2] ?? '';

/**
 * Lower than that of the service, which must stay responsive while some git commands compute for minutes; 19 is the
 * lowest.
 */
const PRIORITY = Math.min(getPriority() + 5, 19);

function report(message: SpawnReport): void {
  process.stdout.write(toLine(message));
}

/** A connection to the service that starts with its label; the service sends nothing on it before the program runs. */
function streamTo(id: number, descriptor: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    socket.on('error', reject);
    socket.write(labelLine({ id, descriptor }), () => {
      resolve(socket);
    });
  });
}

async function obey({ id, args, environment, asks }: SpawnOrder): Promise<void> {
  const streams = await Promise.all([0, 1, 2].map((descriptor) => streamTo(id, descriptor)));
  const questions = asks ? await streamTo(id, 3) : null;
  const child = spawn('git', args, {
    cwd: '/',
    env: environment,
    detached: true, // a process group of its own
    stdio: [...streams, ...(questions ? ['pipe' as const] : [])],
  });
  for (const stream of streams) {
    stream.destroy(); // the child has its own copy
  }
  child.on('exit', (code) => {
    report({ is: 'ended', id, code });
  });
  child.on('error', ({ message }) => {
    questions?.destroy();
    report({ is: 'refused', id, reason: message });
  });
  if (child.pid !== undefined) {
    yieldToService(child.pid);
    report({ is: 'started', id, pid: child.pid });
  }
  if (questions) {
    join(child, questions);
  }
}

function yieldToService(pid: number): void {
  try {
    setPriority(pid, PRIORITY);
  } catch {
    // it has already ended
  }
}

/** Hooks are shell scripts and block on their descriptor: it must be a pipe, not a non-blocking socket. */
function join(child: ChildProcess, questions: Socket): void {
  const pipe = child.stdio[3];
  if (pipe instanceof Duplex) {
    pipe.on('error', () => questions.destroy());
    questions.on('error', () => pipe.destroy());
    pipe.pipe(questions).pipe(pipe);
  }
}

try {
  for await (const order of messagesOf<SpawnOrder>(process.stdin)) {
    obey(order).catch((error: unknown) => {
      report({ is: 'refused', id: order.id, reason: String(error) });
    });
  }
} finally {
  rmSync(path.dirname(address), { recursive: true, force: true }); // the service is gone, for whatever reason
  process.exit();
}
