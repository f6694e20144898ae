import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

type Environment = Readonly<Record<string, string>>;

export interface ProgramRun {
  /** Null after a kill. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `src/start.mjs` with these arguments to its end; without arguments it is the service. */
export async function runProgram(args: readonly string[], env: Environment): Promise<ProgramRun> {
  const child = startProgram(args, env);
  const ended = once(child, 'exit');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, stdout, stderr };
}

/** Runs an operator's command to its end. */
export const runCli = (args: readonly string[], env: Environment): Promise<ProgramRun> =>
  runProgram(['cli', ...args], env);

/** Kills an operator's command once it has printed that text; answers its exit code, null after a kill. */
export async function killCliAfter(
  printed: string,
  args: readonly string[],
  env: Environment,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<number | null> {
  const child = startProgram(['cli', ...args], env);
  const ended = once(child, 'exit');
  child.stderr.resume();
  for await (const chunk of child.stdout) {
    if (String(chunk).includes(printed)) {
      break;
    }
  }
  child.kill(signal);
  await ended;
  return child.exitCode;
}

function startProgram(args: readonly string[], env: Environment): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, ['src/start.mjs', ...args], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
