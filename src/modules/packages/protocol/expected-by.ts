import type { HttpRequest } from '../../../platform/http/http-types.js';
import { preconditionOf } from '../../../platform/http/unit-of-work/precondition.js';

/**
 * Whether a package that was last changed then is what the conditional headers of a deletion expect (contract: packages §2);
 * `etag` is that of a GET of the same path, where there is one.
 */
export function expectedBy(request: HttpRequest, etag?: string): (updatedAt: string) => boolean {
  const precondition = preconditionOf(request);
  return (updatedAt) => precondition?.({ etag, lastModified: updatedAt }) ?? true;
}
