import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LONGEST_MS = 120_000;

/** The shell commands below a heading of a page, as they stand there. */
export function commandsIn(page: string, heading: string): string {
  const [, after = ''] = readFileSync(page, 'utf8').split(`\n## ${heading}\n`);
  const section = after.split('\n## ', 1)[0] ?? '';
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
  if (blocks.length === 0) {
    throw new Error(`${page} has no commands below "${heading}".`);
  }
  return blocks.join('');
}

/** How a script ended, with all that it printed. */
export interface ShellAnswer {
  readonly code: number;
  readonly output: string;
}

/** Runs the commands in a shell that knows nothing of this program's own environment, up to the first that fails. */
export async function runShell(
  commands: string,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<ShellAnswer> {
  const options = { cwd, env: { PATH: process.env.PATH ?? '', ...env }, timeout: LONGEST_MS };
  try {
    const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', commands], options);
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code = 1, stdout = '', stderr = '' } = error as { code?: number; stdout?: string; stderr?: string };
    return { code, output: stdout + stderr };
  }
}
