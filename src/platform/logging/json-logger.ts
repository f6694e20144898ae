import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { Logger } from 'pino';

type Level = 'debug' | 'info' | 'warn' | 'error';

/** One JSON line per event on standard output; nothing that is logged holds a credential (contract: conventions §18). */
export class JsonLogger implements LoggerService {
  private readonly sink: Logger;

  constructor(level: string) {
    this.sink = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
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
    if (typeof message === 'object' && message !== null) {
      this.sink[level]({ ...area, ...message });
      return;
    }
    this.sink[level](area, String(message));
  }
}
