import { Injectable } from '@nestjs/common';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { Env } from '../config/env.js';
import type { LogFormat } from '../config/env.js';
import { textLine } from './text-lines.js';

/** Lines of requests are written together: one system call each would cost more than making them. */
const TOGETHER_BYTES = 8192;
const WRITTEN_WITHIN_MS = 100;

export interface LogStyle {
  readonly level: string;
  readonly format: LogFormat;
}

/** One line per event, on standard output unless said otherwise; on a terminal stacks are for `debug`. */
export function openLog({ level, format }: LogStyle, destination: DestinationStream = pino.destination(1)): Logger {
  const withStack = level === 'debug';
  const text = { write: (line: string) => destination.write(textLine(line, { withStack })) };
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, format === 'text' ? text : destination);
}

export type LogLine = Readonly<Record<string, string | number | boolean | undefined>>;

/** Where lines go that are made for every request; nothing that is logged holds a credential. */
@Injectable()
export class LogSink {
  private readonly log: Logger;
  private readonly output = bufferedOutput();

  /** The level of ordinary requests: a person at a terminal looks for problems. */
  readonly requestLevel: 'debug' | 'info';

  constructor({ logLevel: level, logFormat: format }: Env) {
    this.log = openLog({ level, format }, this.output);
    this.requestLevel = format === 'text' ? 'debug' : 'info';
  }

  /** Whether a line of this level is written at all; asked before one is made. */
  takes(level: 'debug' | 'info'): boolean {
    return this.log.isLevelEnabled(level);
  }

  write(level: 'debug' | 'info', line: LogLine): void {
    this.log[level](line);
    this.output.soon();
  }
}

interface BufferedOutput extends DestinationStream {
  /** What was written reaches standard output within a moment. */
  soon(): void;
}

let output: BufferedOutput | undefined;

/** One for the process; what is left is written when it ends. */
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
      // nobody reads any more
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
