import { readPairs } from '../../../common/params/form-encoding.js';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { stateOf } from '../../../platform/http/request-state.js';

/**
 * What the query of a package protocol says; of a name that is given twice the last value. Throws 400 for characters that
 * are none (contract: conventions §3).
 */
export function queryTexts(request: HttpRequest): ReadonlyMap<string, string> {
  const { target } = stateOf(request);
  const question = target.indexOf('?');
  return new Map(question < 0 ? [] : readPairs(target.slice(question + 1)));
}
