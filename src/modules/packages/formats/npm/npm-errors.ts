import { ApiError } from '../../../../common/errors/api-error.js';

/** Clients show `error`, the API's own callers `message` (contract: packages §5.2). */
const refusal = (status: number, title: string, reason: string): ApiError =>
  new ApiError(status, { message: `${status} ${title} - ${reason}`, error: reason });

export const invalidPublication = (reason: string): ApiError => refusal(400, 'Bad request', reason);
export const versionExists = (): ApiError => refusal(403, 'Forbidden', 'Package already exists.');
export const latestIsKept = (): ApiError => refusal(403, 'Forbidden', 'The tag latest cannot be removed.');
/** npm takes 404 for success. */
export const noUnpublish = (): ApiError =>
  refusal(
    403,
    'Forbidden',
    'npm unpublish is not offered: delete versions through the API or the pages of the project.',
  );
export const unknownPackage = (): ApiError =>
  new ApiError(404, { message: '404 Package Not Found', error: 'not_found' });
