import type { IncomingMessage } from 'node:http';
import { toText } from '../../common/params/coerce.js';
import type { RawParams } from '../../common/params/form-encoding.js';
import type { Account, Credential } from './caller.js';

/** What a request of the API presents, before anything is looked up. */
export interface RequestPresentation {
  readonly request: IncomingMessage;
  readonly params: RawParams;
  readonly bearer: string | undefined;
  /** The route admits job tokens (contract: conventions §6.3). */
  readonly admitsJobTokens: boolean;
  /** They are also looked for in `job_token` and `JOB-TOKEN`, which the route does not read itself. */
  readonly findsJobTokens: boolean;
  /** A token that was rotated revokes its successors (contract: conventions §21.7). */
  readonly watchesReuse: boolean;
}

export interface SignedInAccount {
  readonly account: Account;
  readonly credential: Credential;
}

/** Finds the credential of a request of the API; implemented by the credentials module. */
export abstract class RequestCredentials {
  /**
   * The holder of the request's credential, null when it carries none. Throws 401 or 403 for one that is known and
   * inactive, or present and unknown where that ends the search (contract: conventions §6.1, §6.2).
   */
  abstract find(presented: RequestPresentation): Promise<SignedInAccount | null>;
}

/** The first value that is given, as text; empty texts, lists and hashes count as not given. */
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
