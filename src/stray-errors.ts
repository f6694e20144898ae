import { Logger } from '@nestjs/common';

/**
 * Logs errors that nobody has caught, and goes on: each comes from the handling of one request or job, whose state is in
 * the database, and must not end all the others. For programs that serve already; what fails before ends the start.
 */
export function outliveStrayErrors(): void {
  const logger = new Logger('process');
  process.on('uncaughtException', (error: unknown) => {
    logger.error(error instanceof Error ? { error: error.message, stack: error.stack } : { error: String(error) });
  });
}
