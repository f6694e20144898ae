import { createParamDecorator, SetMetadata } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { queryOf } from '../../../platform/http/query-of.js';
import { stateOf } from '../../../platform/http/request-state.js';
import { isDigest } from '../grammar/digest.js';
import { digestInvalid } from '../registry-errors.js';
import { callOf } from './oci-call.js';
import type { RepositoryRight } from './oci-challenge.js';

export const NEEDS = Symbol('registry needs');

/** What a route of `/v2` requires of the token (contract: registry §6). */
export interface OciNeed {
  /**
   * `login`: any valid token; `catalog`: an administrator's token; otherwise this right on the repository in the path.
   */
  readonly right: 'login' | 'catalog' | RepositoryRight;
  /** Accepts an expired token of the session's opener, so that long pushes can finish (contract: registry §9.7). */
  readonly late?: boolean;
}

/** Declares what a route of `/v2` needs; a route without it rejects every request. */
export const Needs = (right: OciNeed['right'], options: Omit<OciNeed, 'right'> = {}) =>
  SetMetadata(NEEDS, { right, ...options });

/** Injects the admitted request. */
export const Call = createParamDecorator((_: unknown, context) =>
  callOf(context.switchToHttp().getRequest<HttpRequest>()),
);

/** Injects a text parameter of the path, decoded. */
export const PathText = createParamDecorator(
  (name: string, context) => stateOf(context.switchToHttp().getRequest<HttpRequest>()).path[name] ?? '',
);

/** Injects the digest in the path. Throws DIGEST_INVALID (contract: registry §6). */
export const DigestText = createParamDecorator((_: unknown, context) => {
  const digest = stateOf(context.switchToHttp().getRequest<HttpRequest>()).path.digest ?? '';
  if (!isDigest(digest)) {
    throw digestInvalid(digest);
  }
  return digest;
});

/** Injects the tag or digest in the path. Throws DIGEST_INVALID for an invalid digest. */
export const ReferenceText = createParamDecorator((_: unknown, context) => {
  const reference = stateOf(context.switchToHttp().getRequest<HttpRequest>()).path.reference ?? '';
  if (reference.includes(':') && !isDigest(reference)) {
    throw digestInvalid(reference);
  }
  return reference;
});

/** Injects the query as it was sent. */
export const Query = createParamDecorator((_: unknown, context) =>
  queryOf(context.switchToHttp().getRequest<HttpRequest>()),
);
