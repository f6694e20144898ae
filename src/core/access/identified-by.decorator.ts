import { SetMetadata } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import type { RawParams } from '../../common/params/form-encoding.js';

export const IDENTIFIED_BY = Symbol('identified by');

/** Identifies the sender of a request whose credential belongs to no account, such as a trigger token. */
export abstract class RequestIdentity {
  /** A name that no other sender has; null for an unknown sender, whose Idempotency-Key is ignored. */
  abstract of(params: RawParams, headers: IncomingHttpHeaders): Promise<string | null>;
}

export type RequestIdentityClass = abstract new (...dependencies: never[]) => RequestIdentity;

/**
 * The sender that Idempotency-Keys of this route belong to, where that is not the caller (contract: conventions §12).
 */
export const IdentifiedBy = (identity: RequestIdentityClass) => SetMetadata(IDENTIFIED_BY, identity);
