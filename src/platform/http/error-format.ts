import type { ApiError } from '../../common/errors/api-error.js';

/** The format of refusals below a prefix whose protocol is not the API's, from a route, the router or the filter. */
export interface ErrorFormat {
  /** On every answer below the prefix. */
  readonly headers: Readonly<Record<string, string>>;
  /** A refusal in the protocol's own form; one that has it already is passed on. */
  translate(error: ApiError): ApiError;
}

const errorFormats = new Map<string, ErrorFormat>();

/** Declares the error format of all targets at and below `/<root>`; a root may have two segments. */
export function useErrorFormat(root: string, errorFormat: ErrorFormat): void {
  errorFormats.set(root, errorFormat);
}

/**
 * The error format of a request target, if its first two segments or the first alone have one; `.json` is the same
 * route (contract: conventions §2).
 */
export function errorFormatOf(target: string): ErrorFormat | undefined {
  const [, first = '', second = ''] = /^\/([^/?]*)(?:\/([^/?]*))?/.exec(target) ?? [];
  return errorFormats.get(`${first}/${second.replace(/\.json$/, '')}`) ?? errorFormats.get(first);
}

export const inErrorFormat = (target: string, error: ApiError): ApiError =>
  errorFormatOf(target)?.translate(error) ?? error;
