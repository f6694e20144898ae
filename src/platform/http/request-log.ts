import type { IncomingMessage, ServerResponse } from 'node:http';
import { maskTarget } from '../../common/text/mask.js';
import type { LogLine } from '../logging/log-sink.js';
import type { RequestState } from './request-state.js';

/** Longer targets are refused anyway; their beginning is enough for the log. */
const MAX_TARGET = 2048;
/** Prefix of routes that monitoring requests every few seconds; they are not logged. */
const OWN_ROUTES = '/-/';

/** Returns the log line of a finished request: no header, no body, no secret parameter (contract: conventions §18). */
export function requestLine(
  request: Pick<IncomingMessage, 'method'>,
  response: Pick<ServerResponse, 'statusCode' | 'writableFinished'>,
  state: RequestState,
  milliseconds: number,
): LogLine {
  return {
    area: 'request',
    request_id: state.requestId,
    method: request.method,
    route: state.route,
    target: maskTarget(state.target.slice(0, MAX_TARGET)),
    status: response.statusCode,
    duration_ms: Math.round(milliseconds * 10) / 10,
    user_id: state.userId,
    sudo_by: state.sudoBy,
    address: state.address || undefined,
    aborted: response.writableFinished ? undefined : true,
  };
}

export const isQuiet = (state: RequestState): boolean => state.target.startsWith(OWN_ROUTES);
