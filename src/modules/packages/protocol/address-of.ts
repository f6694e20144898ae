import type { HttpRequest } from '../../../platform/http/http-types.js';
import { stateOf } from '../../../platform/http/request-state.js';

/**
 * The absolute address under which the request reached a format, such as `<api>/projects/7/packages/nuget`: documents
 * write addresses with the prefix that their reader came by. `below` is what all addresses of the format hold.
 */
export function addressOf(request: HttpRequest, baseUrl: string, below: string): string {
  const [path = ''] = stateOf(request).target.split('?', 1);
  return `${baseUrl}${path.slice(0, path.indexOf(below) + below.length)}`;
}
