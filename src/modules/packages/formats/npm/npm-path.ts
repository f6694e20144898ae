import { invalidField, IS_INVALID } from '../../../../common/errors/catalogue.js';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { isName } from './npm-names.js';

/** A name arrives as one path segment, `@scope%2fname`, or as two (contract: packages §5.2). */
export const named = (before: string, after = ''): string[] => [
  `${before}:name${after}`,
  `${before}:scope/:name${after}`,
];

/** Returns the package name in the path. Throws 400 for an invalid name. */
export function nameIn(request: HttpRequest): string {
  const { scope, name = '' } = stateOf(request).path;
  const full = scope === undefined ? name : `${scope}/${name}`;
  if (!isName(full)) {
    throw invalidField('name', IS_INVALID);
  }
  return full;
}
