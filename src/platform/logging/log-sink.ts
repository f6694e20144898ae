import { Injectable } from '@nestjs/common';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { Env } from '../config/env.js';
import type { LogFormat } from '../config/env.js';
import { textLine } from './text-lines.js';

/** Lines of requests are written in batches: a system call for each would cost more than formatting it. */
const TOGETHER_BYTES = 8192;
const WRITTEN_WITHIN_MS = 100;

export interface LogStyle {
  readonly level: string;
  readonly format: LogFormat;
}

/** Writes one line per event, to standard output by default. On a terminal, stacks are only shown at `debug`. */
export function openLog({ level, format }: LogStyle, destination: DestinationStream = pino.destination(1)): Logger {
  const withStack = level === 'debug';
  const text = { write: (line: string) => destination.write(textLine(line, { withStack })) };
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, format === 'text' ? text : destination);
}

export type LogLine = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes the lines of requests; nothing that is logged contains a credential. */
@Injectable()
export class LogSink {
  private readonly log: Logger;
  private readonly output = bufferedOutput();

  /** Level of ordinary requests: at a terminal, only problems are of interest. */
  readonly requestLevel: 'debug' | 'info';

  constructor({ logLevel: level, logFormat: format }: Env) {
    this.log = openLog({ level, format }, this.output);
    this.requestLevel = format === 'text' ? 'debug' : 'info';
  }

  /** Whether lines of this level are written; checked before a line is built. */
  takes(level: 'debug' | 'info'): boolean {
    return this.log.isLevelEnabled(level);
  }

  write(level: 'debug' | 'info', line: LogLine): void {
    this.log[level](line);
    this.output.soon();
  }
}

interface BufferedOutput extends DestinationStream {
  /** Flushes to standard output within a moment. */
  soon(): void;
}

let output: BufferedOutput | undefined;

/** One per process; the rest is written when the process ends. */
function bufferedOutput(): BufferedOutput {
  output ??= openOutput();
  return output;
}

function openOutput(): BufferedOutput {
  const stream = pino.destination({ dest: 1, sync: false, minLength: TOGETHER_BYTES });
  let timer: NodeJS.Timeout | undefined;
  process.on('exit', () => {
    try {
      stream.flushSync();
    } catch {
      // the reader of standard output is gone
    }
  });
  return {
    write: (line) => stream.write(line),
    soon: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        stream.flush();
      }, WRITTEN_WITHIN_MS).unref();
    },
  };
}
