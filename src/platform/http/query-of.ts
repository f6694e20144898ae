import type { IncomingMessage } from 'node:http';
import { invalidCharacters } from '../../common/params/form-encoding.js';
import { stateOf } from './request-state.js';

/** Returns the query as it was sent, with repeated names, for protocols other than the API's. Throws 400 for a NUL. */
export function queryOf(request: IncomingMessage): URLSearchParams {
  const { target } = stateOf(request);
  const question = target.indexOf('?');
  const query = question < 0 ? '' : target.slice(question + 1);
  if (query.includes('%00')) {
    throw invalidCharacters();
  }
  return new URLSearchParams(query);
}
