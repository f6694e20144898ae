import { Logger } from '@nestjs/common';

/**
 * Logs uncaught errors and continues: each comes from handling one request or job, whose state is in the database, and
 * must not end all the others. For programs that are already serving; an earlier error ends the start.
 */
export function outliveStrayErrors(): void {
  const logger = new Logger('process');
  process.on('uncaughtException', (error: unknown) => {
    logger.error(error instanceof Error ? { error: error.message, stack: error.stack } : { error: String(error) });
  });
}
