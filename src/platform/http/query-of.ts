import type { IncomingMessage } from 'node:http';
import { stateOf } from './request-state.js';

/** The query as it was sent, repeated names kept: for protocols other than the API's. */
export function queryOf(request: IncomingMessage): URLSearchParams {
  const { target } = stateOf(request);
  const question = target.indexOf('?');
  return new URLSearchParams(question < 0 ? '' : target.slice(question + 1));
}
