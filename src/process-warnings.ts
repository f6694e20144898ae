import type { Env } from './platform/config/env.js';
import { openLog } from './platform/logging/log-sink.js';

/**
 * Warnings of Node and of libraries become lines of the log: Node's own listener prints several lines of plain text for
 * each, which a reader of JSON takes for as many broken events.
 */
export function logWarnings({ logLevel: level, logFormat: format }: Env): void {
  const log = openLog({ level, format });
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message, stack }) => {
    log.warn({ area: 'process', warning: name, stack }, message);
  });
}
