import { ApiError } from '../../../../common/errors/api-error.js';

/** Clients display `error`, other callers of the API `message` (contract: packages §5.2). */
const refusal = (status: number, title: string, reason: string): ApiError =>
  new ApiError(status, { message: `${status} ${title} - ${reason}`, error: reason });

export const invalidPublication = (reason: string): ApiError => refusal(400, 'Bad request', reason);
export const versionExists = (): ApiError => refusal(403, 'Forbidden', 'Package already exists.');
export const latestIsKept = (): ApiError => refusal(403, 'Forbidden', 'The tag latest cannot be removed.');
/** Not a 404, because npm treats that as success. */
export const noUnpublish = (): ApiError =>
  refusal(
    403,
    'Forbidden',
    'npm unpublish is not offered: delete versions through the API or the pages of the project.',
  );
export const unknownPackage = (): ApiError =>
  new ApiError(404, { message: '404 Package Not Found', error: 'not_found' });

/**
 * Adds `error` next to the `message` of an error from outside this format: npm displays nothing else, and yarn 1 treats
 * a 401 or 404 without it as success (contract: packages §5.2).
 */
export function shownByClients(refused: ApiError): ApiError {
  const { message, error } = refused.body;
  const reason = reasonIn(message);
  return error === undefined && reason !== undefined
    ? new ApiError(refused.status, { ...refused.body, error: reason }, refused.headers)
    : refused;
}

/** Extracts the reason from `403 Forbidden - <reason>`; for invalid attributes, lists their names and texts. */
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
