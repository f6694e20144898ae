import type { HttpRequest } from '../../../platform/http/http-types.js';
import type { ServedFile } from '../files/package-downloads.repository.js';
import { preconditionOf } from '../../../platform/http/unit-of-work/precondition.js';

/**
 * Returns a function that checks the conditional headers of a deletion against the time of a package's last change
 * (contract: packages §2); `etag` is that of a GET of the same path, if there is one.
 */
export function expectedBy(request: HttpRequest, etag?: string): (updatedAt: string) => boolean {
  const precondition = preconditionOf(request);
  return (updatedAt) => precondition?.({ etag, lastModified: updatedAt }) ?? true;
}

/**
 * Returns a function that checks the conditional headers of an upload against the file that a GET of the same path
 * finds; undefined for a request without such headers.
 */
export function fileExpectedBy(
  request: HttpRequest,
  find: () => Promise<Pick<ServedFile, 'sha256' | 'createdAt'> | null>,
): (() => Promise<boolean>) | undefined {
  const precondition = preconditionOf(request);
  return (
    precondition &&
    (async () => {
      const file = await find();
      return precondition(file && { etag: `"${file.sha256}"`, lastModified: file.createdAt });
    })
  );
}
