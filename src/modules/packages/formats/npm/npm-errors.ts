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

/**
 * A refusal from outside this format with `error` beside its `message`: npm shows nothing else, and yarn 1 takes a 401 or
 * 404 without it for success (contract: packages §5.2).
 */
export function shownByClients(refused: ApiError): ApiError {
  const { message, error } = refused.body;
  const reason = reasonIn(message);
  return error === undefined && reason !== undefined
    ? new ApiError(refused.status, { ...refused.body, error: reason }, refused.headers)
    : refused;
}

/** `403 Forbidden - <reason>` is the reason; invalid attributes are named. */
function reasonIn(message: unknown): string | undefined {
  if (typeof message === 'string') {
    return /^\d{3} [^-]+ - (.+)$/s.exec(message)?.[1] ?? message;
  }
  return typeof message === 'object' && message !== null
    ? Object.entries(message)
        .map(([attribute, texts]) => `${attribute} ${String(texts)}`)
        .join('; ')
    : undefined;
}
