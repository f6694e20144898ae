import type { IncomingMessage } from 'node:http';
import { toText } from '../../../common/params/coerce.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import type { Account, Credential } from '../caller.js';

/** What a request presents, before anybody has looked it up. */
export interface Presented {
  readonly request: IncomingMessage;
  readonly params: RawParams;
  readonly bearer: string | undefined;
  /** The route admits job tokens (contract: conventions §6.3). */
  readonly admitsJobTokens: boolean;
  /** They also stand in `job_token` and `JOB-TOKEN`, which the route does not read itself. */
  readonly findsJobTokens: boolean;
  /** A rotated-away token here revokes its successors (contract: conventions §21.7). */
  readonly watchesReuse: boolean;
}

export interface Found {
  readonly account: Account;
  readonly credential: Credential;
}

/**
 * One kind of credential. Answers whom it belongs to, or null when the request carries none of this kind and the next
 * kind decides; throws 401 or 403 when it is known and dead, or present and unknown where that ends the search
 * (contract: conventions §6.1, §6.2).
 */
export abstract class TokenKind {
  abstract find(presented: Presented): Promise<Found | null>;
}

/** The first value that is given, as text; empty ones, lists and hashes are not. */
export function given(...values: unknown[]): string | undefined {
  for (const value of values) {
    const text = toText(value);
    if (text.ok && text.value !== '') {
      return text.value;
    }
  }
  return undefined;
}

export const header = (request: Pick<IncomingMessage, 'headers'>, name: string): string | undefined =>
  given(request.headers[name]?.toString());
