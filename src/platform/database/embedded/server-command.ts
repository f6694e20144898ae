import { execFile } from 'node:child_process';
import type { ServerAccount } from './server-account.js';

/** The server's whole environment: its memory and its logs must not contain our secrets. */
export const SERVER_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
};

export interface CommandResult {
  readonly succeeded: boolean;
  readonly output: string;
}

/** Runs a command as the server's account; returns its output, or why it could not be started. */
export function runServerCommand(
  file: string,
  args: readonly string[],
  account?: ServerAccount,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(file, args, { ...account, cwd: '/', env: SERVER_ENVIRONMENT }, (error, stdout, stderr) => {
      const written = `${stdout}${stderr}`.trim();
      resolve({ succeeded: error === null, output: written === '' && error ? error.message : written });
    });
  });
}

/** Whether the account can enter the directory; false for any failure. */
export async function canEnter(directory: string, account?: ServerAccount): Promise<boolean> {
  const { succeeded } = await runServerCommand('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], account);
  return succeeded;
}
