import type { HttpRequest } from '../../../platform/http/http-types.js';
import type { ServedFile } from '../files/package-downloads.repository.js';
import { preconditionOf } from '../../../platform/http/unit-of-work/precondition.js';

/**
 * Tells, for the time of a package's last change, whether the conditional headers of a deletion are met (contract: packages
 * §2); `etag` is that of a GET of the same path, where there is one.
 */
export function expectedBy(request: HttpRequest, etag?: string): (updatedAt: string) => boolean {
  const precondition = preconditionOf(request);
  return (updatedAt) => precondition?.({ etag, lastModified: updatedAt }) ?? true;
}

/**
 * Tells whether the conditional headers of an upload are met by the file that a GET of the same path finds; undefined for a
 * request without such headers.
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
