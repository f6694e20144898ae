import type { Env } from './platform/config/env.js';
import { openLog } from './platform/logging/log-sink.js';

/**
 * Logs warnings of Node and of libraries: Node's own listener prints several lines of plain text for each, which a JSON
 * reader takes for as many broken events.
 */
export function logWarnings({ logLevel: level, logFormat: format }: Env): void {
  const log = openLog({ level, format });
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message, stack }) => {
    log.warn({ area: 'process', warning: name, stack }, message);
  });
}
