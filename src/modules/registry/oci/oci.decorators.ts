import { createParamDecorator, SetMetadata } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { queryOf } from '../../../platform/http/query-of.js';
import { stateOf } from '../../../platform/http/request-state.js';
import { isDigest } from '../grammar/digest.js';
import { digestInvalid } from '../registry-errors.js';
import { callOf } from './oci-call.js';
import type { RepositoryRight } from './oci-challenge.js';

export const NEEDS = Symbol('registry needs');

/** What a route of `/v2` needs of the token (contract: registry §6). */
export interface OciNeed {
  /** `login`: any valid token; `catalog`: that of an administrator; else this right on the repository of the path. */
  readonly right: 'login' | 'catalog' | RepositoryRight;
  /** An expired token of the session's opener will do: long pushes may finish (contract: registry §9.7). */
  readonly late?: boolean;
}

/** Every route of `/v2` says what it needs; one that does not refuses everybody. */
export const Needs = (right: OciNeed['right'], options: Omit<OciNeed, 'right'> = {}) =>
  SetMetadata(NEEDS, { right, ...options });

/** The admitted request. */
export const Call = createParamDecorator((_: unknown, context) =>
  callOf(context.switchToHttp().getRequest<HttpRequest>()),
);

/** A text parameter of the path, decoded. */
export const PathText = createParamDecorator(
  (name: string, context) => stateOf(context.switchToHttp().getRequest<HttpRequest>()).path[name] ?? '',
);

/** The digest of the path. Throws DIGEST_INVALID (contract: registry §6). */
export const DigestText = createParamDecorator((_: unknown, context) => {
  const digest = stateOf(context.switchToHttp().getRequest<HttpRequest>()).path.digest ?? '';
  if (!isDigest(digest)) {
    throw digestInvalid(digest);
  }
  return digest;
});

/** The tag or digest of the path. Throws DIGEST_INVALID for what looks like a digest and is none. */
export const ReferenceText = createParamDecorator((_: unknown, context) => {
  const reference = stateOf(context.switchToHttp().getRequest<HttpRequest>()).path.reference ?? '';
  if (reference.includes(':') && !isDigest(reference)) {
    throw digestInvalid(reference);
  }
  return reference;
});

/** The query as it was sent. */
export const Query = createParamDecorator((_: unknown, context) =>
  queryOf(context.switchToHttp().getRequest<HttpRequest>()),
);
