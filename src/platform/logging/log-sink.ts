import { Injectable } from '@nestjs/common';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { Env } from '../config/env.js';

/** One JSON line per event on standard output. */
export const openLog = (level: string): Logger => pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });

export type LogLine = Readonly<Record<string, string | number | boolean | undefined>>;

/** Where lines go that are made for every request; nothing that is logged holds a credential. */
@Injectable()
export class LogSink {
  private readonly log: Logger;

  constructor(env: Env) {
    this.log = openLog(env.logLevel);
  }

  /** Whether a line of this level is written at all; asked before one is made. */
  takes(level: 'debug' | 'info'): boolean {
    return this.log.isLevelEnabled(level);
  }

  write(level: 'debug' | 'info', line: LogLine): void {
    this.log[level](line);
  }
}
