import type { HttpRequest } from '../../../platform/http/http-types.js';
import { stateOf } from '../../../platform/http/request-state.js';

/**
 * The absolute URL at which the request reached a format, such as `<api>/projects/7/packages/nuget`: URLs in documents
 * have the prefix that their reader used. `below` is the part that all URLs of the format contain.
 */
export function addressOf(request: HttpRequest, baseUrl: string, below: string): string {
  const [path = ''] = stateOf(request).target.split('?', 1);
  return `${baseUrl}${path.slice(0, path.indexOf(below) + below.length)}`;
}
