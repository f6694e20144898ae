import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const exec = promisify(execFile);
const EVERY_MS = 25;

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Notes again and again which processes a process has below it, with their arguments and environments. */
export class ProcessWatch {
  private readonly lines = new Set<string>();
  private isOver = false;
  private readonly watching: Promise<void>;

  constructor(private readonly root: number) {
    this.watching = this.watch();
  }

  /** Everything that was seen; the watch ends. */
  async end(): Promise<readonly string[]> {
    this.isOver = true;
    await this.watching;
    return [...this.lines];
  }

  private async watch(): Promise<void> {
    const own = await environmentOf(this.root);
    while (!this.isOver) {
      const { stdout } = await exec('ps', ['-axww', '-o', 'pid=,ppid=,args=']);
      const below = descendants(this.root, stdout.split('\n').flatMap(readLine));
      for (const { pid, command } of below) {
        this.lines.add(command);
        const environment = await environmentOf(pid);
        this.lines.add(environment === own ? '' : environment); // between its fork and its program it is still the parent
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}

const environmentOf = (pid: number): Promise<string> => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');

function readLine(line: string): Seen[] {
  const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
  return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
}

function descendants(root: number, processes: readonly Seen[]): Seen[] {
  const children = processes.filter(({ parent }) => parent === root);
  return children.flatMap((child) => [child, ...descendants(child.pid, processes)]);
}
