import { readFile } from 'node:fs/promises';

const EVERY_MS = 2;

/** Notes again and again which processes a process has below it, with their arguments and environments. */
export class ProcessWatch {
  private readonly lines = new Set<string>();
  private isOver = false;
  private readonly watching: Promise<void>;

  constructor(private readonly root: number) {
    this.watching = this.watch();
  }

  /** Whether a process has been seen with this word in its arguments; one may begin and end between two looks. */
  hasSeen(word: string): boolean {
    return [...this.lines].some((line) => line.includes(word));
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
      for (const pid of await descendants(this.root)) {
        const [command, environment] = await Promise.all([commandOf(pid), environmentOf(pid)]);
        this.lines.add(command);
        this.lines.add(environment === own ? '' : environment); // between its fork and its program it is still the parent
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}

/** Of a process that is gone there is nothing to read. */
const read = (pid: number, file: string): Promise<string> => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '');
const environmentOf = (pid: number): Promise<string> => read(pid, 'environ');
const commandOf = async (pid: number): Promise<string> => (await read(pid, 'cmdline')).replaceAll('\0', ' ');

async function descendants(root: number): Promise<number[]> {
  const children = (await read(root, `task/${root}/children`)).split(' ').map(Number);
  const below = await Promise.all(children.filter((pid) => pid > 0).map(descendants));
  return [...children.filter((pid) => pid > 0), ...below.flat()];
}
