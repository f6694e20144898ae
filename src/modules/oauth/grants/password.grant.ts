import { Injectable } from '@nestjs/common';
import type { Settings } from '../../../core/settings/settings.js';
import type { Account } from '../../../core/access/caller.js';
import { PasswordLoginsService } from '../../../core/sign-in/password-logins.service.js';
import { Database } from '../../../platform/database/database.js';
import { FamiliesRepository } from '../families/families.repository.js';
import { KNOWN_SCOPES, requestedScopes } from '../scopes.js';
import { TokenIssueService } from '../tokens/token-issue.service.js';
import { Grant, librarySaid, modelBase } from './grant.js';
import type { GrantCall, GrantModel, Keep } from './grant.js';

/** Contract: oauth §5.3. */
@Injectable()
export class PasswordGrant extends Grant {
  override readonly type = 'password';
  override readonly demands = ['username', 'password'];
  override readonly needsClient = false;
  override readonly isOneTransaction = false; // checking a password takes long

  constructor(
    private readonly logins: PasswordLoginsService,
    private readonly families: FamiliesRepository,
    private readonly tokens: TokenIssueService,
    private readonly database: Database,
  ) {
    super();
  }

  override isOffered({ oauthPasswordGrantEnabled }: Settings): boolean {
    return oauthPasswordGrantEnabled;
  }

  override modelFor(call: GrantCall, keep: Keep): GrantModel {
    const taking: { account?: Account; scopes: readonly string[] } = { scopes: [] };
    return {
      ...modelBase(this.type),
      getUser: async () => {
        const account = await this.accountOf(call);
        if (!account) {
          return null;
        }
        taking.account = account;
        return { id: account.id };
      },
      validateScope: () => {
        const scopes = taking.account && scopesFor(taking.account, call);
        taking.scopes = scopes ?? [];
        return Promise.resolve(scopes && [...scopes]);
      },
      saveToken: async () => taking.account && this.issue(taking.account, taking.scopes, call, keep),
    };
  }

  /** Null for every reason alike. A second factor is refused before the password is looked at, and counts as no failure. */
  private async accountOf({ params, address }: GrantCall): Promise<Account | null> {
    const [login, password] = [params.get('username') ?? '', params.get('password') ?? ''];
    if ((await this.logins.find(login))?.hasTwoFactor) {
      return null;
    }
    const found = await this.logins.attempt(login, password, address);
    const mayAct = found?.account.state === 'active' && found.account.isConfirmed && !found.hasTwoFactor;
    return mayAct ? found.account : null;
  }

  private async issue({ id: userId }: Account, scopes: readonly string[], { client }: GrantCall, keep: Keep) {
    const issued = await this.database.transaction(async () => {
      const familyId = await this.families.insert({
        applicationId: client?.id ?? null,
        userId,
        hasConsent: false,
        redirectUri: null,
        codeChallenge: null,
        scopes,
        authTime: null,
      });
      return this.tokens.issue({ familyId, userId, client, scopes, isRenewable: false });
    });
    keep(issued);
    return librarySaid(this.type, userId);
  }
}

/** Null for what the application or the user may not have. */
function scopesFor({ isAdmin }: Account, { params, client }: GrantCall): readonly string[] | null {
  const scopes = requestedScopes(params.get('scope'), client?.scopes ?? KNOWN_SCOPES);
  return scopes?.every((scope) => scope !== 'sudo' || isAdmin) ? scopes : null;
}
