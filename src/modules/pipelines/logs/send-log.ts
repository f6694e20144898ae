import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { rangeNotSatisfiable } from '../../../common/errors/catalogue.js';
import { readByteRange } from '../../../common/conditional/byte-range.js';
import type { JobLog } from './job-log.js';
import type { JobLogsService } from './job-logs.service.js';

/** Streams a log, or the requested range of it. Throws 416 (contract: triggers §7). */
export async function sendLog(
  request: HttpRequest,
  response: HttpResponse,
  log: JobLog,
  logs: JobLogsService,
): Promise<void> {
  const asked = request.method === 'HEAD' ? undefined : request.headers.range;
  const range = log.size === 0 ? ({ kind: 'whole' } as const) : readByteRange(asked, log.size);
  if (range.kind === 'outside') {
    throw rangeNotSatisfiable(log.size);
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: log.size - 1 };
  response.writeHead(range.kind === 'part' ? 206 : 200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': end - start + 1,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'no-store',
    ...(range.kind === 'part' ? { 'Content-Range': `bytes ${start}-${end}/${log.size}` } : {}),
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await logs.send(log, { start, end }, response);
    response.end();
  } catch {
    response.destroy(); // the response has started: an incomplete one is cut off
  }
}
