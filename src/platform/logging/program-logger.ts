import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';
import { openLog } from './log-sink.js';
import type { LogStyle } from './log-sink.js';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** The logger of the program; nothing that is logged contains a credential (contract: conventions §18). */
export class ProgramLogger implements LoggerService {
  private readonly sink: Logger;

  constructor(style: LogStyle) {
    this.sink = openLog(style);
  }

  log(message: unknown, context?: unknown): void {
    this.write('debug', message, context);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest.at(-1));
  }

  warn(message: unknown, context?: unknown): void {
    this.write('warn', message, context);
  }

  debug(message: unknown, context?: unknown): void {
    this.write('debug', message, context);
  }

  private write(level: Level, message: unknown, context: unknown): void {
    const area = typeof context === 'string' ? { area: context } : {};
    if (message instanceof Error) {
      this.sink[level]({ ...area, error: message.message, stack: message.stack });
      return;
    }
    if (typeof message === 'object' && message !== null) {
      this.sink[level]({ ...area, ...message });
      return;
    }
    this.sink[level](area, String(message));
  }
}
