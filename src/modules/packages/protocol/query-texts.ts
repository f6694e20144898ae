import { invalidField, IS_INVALID } from '../../../common/errors/catalogue.js';
import { readPairs } from '../../../common/params/form-encoding.js';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { stateOf } from '../../../platform/http/request-state.js';

/**
 * Returns the query parameters of a package protocol request; if a name occurs twice, the last value is used. Throws
 * 400 for invalid characters (contract: conventions §3).
 */
export function queryTexts(request: HttpRequest): ReadonlyMap<string, string> {
  const { target } = stateOf(request);
  const question = target.indexOf('?');
  return new Map(question < 0 ? [] : readPairs(target.slice(question + 1)));
}

/**
 * Returns the value of this query parameter; undefined for an empty one, which counts as absent. Throws 400 for an
 * array or a hash of texts (contract: conventions §3.7).
 */
export function queryText(request: HttpRequest, name: string): string | undefined {
  const query = queryTexts(request);
  if ([...query.keys()].some((key) => key.startsWith(`${name}[`))) {
    throw invalidField(name, IS_INVALID);
  }
  const text = query.get(name);
  return text === '' ? undefined : text;
}

/**
 * Returns the value of a count, or `usual` if it is empty. Throws 400 for anything but a count (contract: conventions
 * §3.7).
 */
export function countIn(text: string, name: string, { usual, most }: { usual: number; most: number }): number {
  if (!/^\d{0,15}$/.test(text)) {
    throw invalidField(name, IS_INVALID);
  }
  return text === '' ? usual : Math.min(Number(text), most);
}
