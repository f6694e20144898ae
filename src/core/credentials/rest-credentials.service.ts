import { Injectable } from '@nestjs/common';
import { refusedToken } from '../../common/errors/catalogue.js';
import { Env } from '../../platform/config/env.js';
import { clientAddressOf, stateOf } from '../../platform/http/request-state.js';
import { isRead } from '../../platform/http/write-answer.js';
import { refuseInactive } from '../access/account-state.js';
import { given, header, RequestCredentials } from '../access/request-credentials.js';
import type { RequestPresentation, SignedInAccount } from '../access/request-credentials.js';
import { isCsrfToken } from '../web/csrf.js';
import { readSessionCookie } from '../web/session-cookie.js';
import { AccessTokenCredential } from './access-token.credential.js';
import type { CredentialFault, CredentialHolder, FoundCredential } from './credential-kind.js';
import { CredentialsService } from './credentials.service.js';
import type { CredentialKindClass } from './credentials.service.js';
import { JobTokenCredential } from './job-token.credential.js';
import { OauthTokenCredential } from './oauth-token.credential.js';
import { SessionCredential } from './session.credential.js';

/** How a kind is sent in API requests. */
interface RestCredential {
  readonly kind: CredentialKindClass;
  /** Undefined when the request contains none of this kind. */
  readonly secret: (presented: RequestPresentation) => string | undefined;
  /** Whether an unknown value ends the search; otherwise the next kind is tried. */
  readonly endsSearch: boolean;
}

const FAULTS: Readonly<Record<CredentialFault, string>> = {
  expired: 'The token has expired.',
  revoked: 'The token has been revoked.',
  'impersonation is disabled': 'Impersonation is disabled.',
  'job has ended': 'The token is not known.',
  'other user name': 'The token is not known.',
  'inactive account': 'The account is not active.', // answered with its reason, as 403
};

/** Credentials of API requests (contract: conventions §6). */
@Injectable()
export class RestCredentialsService extends RequestCredentials {
  /** In order of precedence (contract: conventions §6.1). */
  private readonly admitted: readonly RestCredential[] = [
    {
      kind: JobTokenCredential,
      secret: ({ bearer, admitsJobTokens }) => (admitsJobTokens ? bearer : undefined),
      endsSearch: false,
    },
    {
      kind: OauthTokenCredential,
      secret: ({ params, bearer }) => given(params.access_token, bearer),
      endsSearch: false,
    },
    {
      kind: AccessTokenCredential,
      secret: ({ request, params, bearer }) =>
        given(params.private_token, header(request, 'private-token'), params.access_token, bearer),
      endsSearch: true,
    },
    {
      kind: JobTokenCredential,
      secret: ({ request, params, findsJobTokens }) =>
        findsJobTokens ? given(params.job_token, header(request, 'job-token')) : undefined,
      endsSearch: true,
    },
    { kind: SessionCredential, secret: (presented) => this.sessionIn(presented), endsSearch: false },
  ];

  constructor(
    private readonly credentials: CredentialsService,
    private readonly env: Env,
  ) {
    super();
  }

  override async find(presented: RequestPresentation): Promise<SignedInAccount | null> {
    for (const rest of this.admitted) {
      const found = await this.findOne(rest, presented);
      if (found) {
        return found;
      }
    }
    return null;
  }

  private async findOne(
    { kind, secret, endsSearch }: RestCredential,
    presented: RequestPresentation,
  ): Promise<SignedInAccount | null> {
    const value = secret(presented);
    if (value === undefined) {
      return null;
    }
    const { request, watchesReuse } = presented;
    const address = clientAddressOf(request);
    const found = await this.credentials.findOne(kind, { secret: value, username: null, address, watchesReuse });
    if (!found || (found.fault === 'job has ended' && !endsSearch)) {
      if (endsSearch) {
        throw refusedToken('The token is not known.');
      }
      return null;
    }
    return signedIn(found);
  }

  /**
   * Accepted for reads, and for writes that demonstrably come from a page of this service (contract: conventions §6.4).
   */
  private sessionIn({ request }: RequestPresentation): string | undefined {
    const value = readSessionCookie(request);
    const { origin } = request.headers;
    if (value === undefined || (origin !== undefined && origin !== this.env.baseUrl)) {
      return undefined;
    }
    const token = given(header(request, 'x-csrf-token'), stateOf(request).body.authenticity_token);
    const isProven = isRead(request) || (token !== undefined && isCsrfToken(token, value));
    return isProven ? value : undefined;
  }
}

/** Throws 401 for an inactive credential, 403 for an inactive account. */
function signedIn(found: FoundCredential): SignedInAccount {
  if (found.fault === null) {
    found.noteUse();
    return signedInAs(found.holder);
  }
  if (found.fault === 'inactive account' && found.account) {
    refuseInactive(found.account);
  }
  throw refusedToken(FAULTS[found.fault]);
}

function signedInAs(holder: CredentialHolder): SignedInAccount {
  if (holder.kind === 'job') {
    const { account, jobId: id, projectId } = holder;
    return { account, credential: { kind: 'job', id, projectId, expiresAt: null, scopes: null } };
  }
  if (holder.kind === 'user' && holder.credential) {
    return { account: holder.account, credential: holder.credential };
  }
  throw new Error(`The API admits no ${holder.kind} of this kind.`);
}
