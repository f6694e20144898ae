import type { ApiError } from '../../common/errors/api-error.js';

/**
 * Format of errors below a prefix whose protocol is not the API's, whether a route, the router or the filter raised
 * them.
 */
export interface ErrorFormat {
  /** Headers of every answer below the prefix. */
  readonly headers: Readonly<Record<string, string>>;
  /** Translates an error into the protocol's format; one that already has it is returned as it is. */
  translate(error: ApiError): ApiError;
}

const errorFormats = new Map<string, ErrorFormat>();

/** Declares the error format of all targets at and below `/<root>`; a root may have two segments. */
export function useErrorFormat(root: string, errorFormat: ErrorFormat): void {
  errorFormats.set(root, errorFormat);
}

/**
 * Returns the error format of a request target, found by its first two segments or by the first alone; `.json` belongs
 * to the same route (contract: conventions §2).
 */
export function errorFormatOf(target: string): ErrorFormat | undefined {
  const [, first = '', second = ''] = /^\/([^/?]*)(?:\/([^/?]*))?/.exec(target) ?? [];
  return errorFormats.get(`${first}/${second.replace(/\.json$/, '')}`) ?? errorFormats.get(first);
}

export const inErrorFormat = (target: string, error: ApiError): ApiError =>
  errorFormatOf(target)?.translate(error) ?? error;
