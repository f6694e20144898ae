import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface GitRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The real git program in a directory of its own, without the machine's settings. */
export class GitClient {
  private constructor(readonly directory: string) {}

  static async make(): Promise<GitClient> {
    return new GitClient(await mkdtemp(path.join(tmpdir(), 'slipway-git-')));
  }

  /** Runs git and answers its output and exit code. */
  run(args: readonly string[], options: { readonly in?: string; readonly input?: string } = {}): Promise<GitRun> {
    return new Promise((resolve) => {
      const child = execFile(
        'git',
        [...args],
        {
          cwd: options.in === undefined ? this.directory : path.join(this.directory, options.in),
          maxBuffer: 64 * 1024 * 1024,
          env: {
            PATH: process.env.PATH,
            HOME: this.directory,
            GIT_CONFIG_NOSYSTEM: '1',
            GIT_TERMINAL_PROMPT: '0',
            GIT_AUTHOR_NAME: 'Ada',
            GIT_AUTHOR_EMAIL: 'ada@example.com',
            GIT_COMMITTER_NAME: 'Ada',
            GIT_COMMITTER_EMAIL: 'ada@example.com',
          },
        },
        (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
          resolve({ code, stdout, stderr });
        },
      );
      child.stdin?.on('error', () => undefined); // it may end before it has read all
      child.stdin?.end(options.input);
    });
  }

  /** Runs git and throws unless it succeeds; answers what it printed. */
  async ok(args: readonly string[], options: { readonly in?: string; readonly input?: string } = {}): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, options);
    if (code !== 0) {
      throw new Error(`git ${args.join(' ')} ended with ${code}: ${stderr}${stdout}`);
    }
    return stdout.trim();
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }
}

/** The address of a repository with credentials in it. */
export function remoteOf(
  url: string,
  path: string,
  login?: { readonly username: string; readonly secret: string },
): string {
  const remote = new URL(`${url}/${path}.git`);
  if (login) {
    remote.username = encodeURIComponent(login.username);
    remote.password = encodeURIComponent(login.secret);
  }
  return remote.href;
}
