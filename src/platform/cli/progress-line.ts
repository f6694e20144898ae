const BAR_WIDTH = 30;
const CLEAR_LINE = '\r\u001b[K';
const STEP = 0.1;

/** Progress of some work: a share from 0 to 1, or null when unknown, and the text next to it. */
export interface ProgressState {
  readonly share: number | null;
  readonly text: string;
}

export const progressBar = ({ share, text }: ProgressState): string => {
  const filled = Math.round(Math.min(Math.max(share ?? 0, 0), 1) * BAR_WIDTH);
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${text}`;
};

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Shows a moving bar on terminals; elsewhere, such as in a log, one line for each tenth. */
export class ProgressLine {
  private lastStep = -1;

  constructor(private readonly output: Output = process.stdout) {}

  show(state: ProgressState): void {
    if (this.output.isTTY) {
      this.output.write(CLEAR_LINE + progressBar(state));
      return;
    }
    const step = Math.floor((state.share ?? 0) / STEP);
    if (step > this.lastStep) {
      this.lastStep = step;
      this.output.write(`${progressBar(state)}\n`);
    }
  }

  /** Ends the line, so that further output begins on its own. */
  end(): void {
    if (this.output.isTTY) {
      this.output.write(CLEAR_LINE);
    }
  }
}
