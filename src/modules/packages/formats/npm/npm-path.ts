import { invalidField, IS_INVALID } from '../../../../common/errors/catalogue.js';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { isName } from './npm-names.js';

/** Names come as one segment, `@scope%2fname`, or as two (contract: packages §5.2). */
export const named = (before: string, after = ''): string[] => [
  `${before}:name${after}`,
  `${before}:scope/:name${after}`,
];

/** The package of the address. Throws 400 for what is no name. */
export function nameIn(request: HttpRequest): string {
  const { scope, name = '' } = stateOf(request).path;
  const full = scope === undefined ? name : `${scope}/${name}`;
  if (!isName(full)) {
    throw invalidField('name', IS_INVALID);
  }
  return full;
}
