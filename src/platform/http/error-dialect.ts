import type { ApiError } from '../../common/errors/api-error.js';

/** How refusals sound below a prefix whose protocol is not the API's, whoever refuses: a route, the router, the filter. */
export interface ErrorDialect {
  /** On every answer below the prefix. */
  readonly headers: Readonly<Record<string, string>>;
  /** A refusal in the protocol's own form; one that has it already is passed on. */
  translate(error: ApiError): ApiError;
}

const dialects = new Map<string, ErrorDialect>();

/** Declares the dialect of all targets at and below `/<root>`; a root may be of two segments. */
export function speakBelow(root: string, dialect: ErrorDialect): void {
  dialects.set(root, dialect);
}

/**
 * The dialect of a request target, if its first two segments or the first alone have one; `.json` is the same route
 * (contract: conventions §2).
 */
export function dialectOf(target: string): ErrorDialect | undefined {
  const [, first = '', second = ''] = /^\/([^/?]*)(?:\/([^/?]*))?/.exec(target) ?? [];
  return dialects.get(`${first}/${second.replace(/\.json$/, '')}`) ?? dialects.get(first);
}

export const inDialect = (target: string, error: ApiError): ApiError => dialectOf(target)?.translate(error) ?? error;
