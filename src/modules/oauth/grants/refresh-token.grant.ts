import OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable } from '@nestjs/common';
import { SettingsService } from '../../../core/settings/settings.service.js';
import { Database } from '../../../platform/database/database.js';
import { FamilyRevocationService } from '../families/family-revocation.service.js';
import type { ProtocolParams } from '../protocol-params.js';
import { readScope } from '../scopes.js';
import type { IssuedToken } from '../tokens/issued-token.js';
import { TokenIssueService } from '../tokens/token-issue.service.js';
import type { Renewal } from '../tokens/token-issue.service.js';
import { TokenPairsRepository } from '../tokens/token-pairs.repository.js';
import type { RefreshToken } from '../tokens/token-pairs.repository.js';
import { answersChallenge, refuseMalformedVerifier } from './code-verifier.js';
import { readReplay, writeReplay } from './refresh-replay.js';
import { Grant, libraryClient, librarySaid, modelBase } from './grant.js';
import type { GrantCall, GrantModel, Keep } from './grant.js';

const { InvalidGrantError, InvalidScopeError } = OAuth2Server;

/** Contract: oauth §5.2. */
@Injectable()
export class RefreshTokenGrant extends Grant {
  override readonly type = 'refresh_token';
  override readonly demands = ['refresh_token'];
  override readonly isOneTransaction = false; // what changes something is one statement

  constructor(
    private readonly pairs: TokenPairsRepository,
    private readonly families: FamilyRevocationService,
    private readonly tokens: TokenIssueService,
    private readonly settings: SettingsService,
    private readonly database: Database,
  ) {
    super();
  }

  override check(params: ProtocolParams): void {
    refuseMalformedVerifier(params);
  }

  /** The library judges scopes after it has revoked; here everything is judged before (contract: oauth §5.2 step 4). */
  override modelFor(call: GrantCall, keep: Keep): GrantModel {
    const taking: { token?: RefreshToken; scopes: readonly string[] } = { scopes: [] };
    return {
      ...modelBase(this.type),
      getRefreshToken: async () => {
        const token = await this.find(call);
        taking.token = token;
        taking.scopes = narrowed(token, call.params);
        refuseDead(token);
        return { refreshToken: 'token', client: libraryClient(this.type), user: { id: token.userId }, scope: [] };
      },
      revokeToken: async () => taking.token !== undefined && this.renew(taking.token, taking.scopes, call, keep),
      saveToken: () => Promise.resolve(librarySaid(this.type, taking.token?.userId ?? 0)), // saved when it was renewed
    };
  }

  private async find({ params, client }: GrantCall): Promise<RefreshToken> {
    const token = await this.pairs.findRefreshToken(params.get('refresh_token') ?? '');
    if (!token || token.applicationId !== client?.id || !isBoundTo(token, params)) {
      throw new InvalidGrantError('unknown');
    }
    return token;
  }

  /** False when the token was used up or revoked before: of parallel refreshes one wins (contract: oauth §5.2 step 5). */
  private async renew(token: RefreshToken, scopes: readonly string[], call: GrantCall, keep: Keep): Promise<boolean> {
    const { familyId, userId, id: refreshTokenId } = token;
    const renewal = { refreshTokenId, familyId, userId, client: call.client, scopes };
    const issued = await (call.attempt === undefined
      ? this.tokens.renew(renewal)
      : this.renewRepeatably(renewal, call.attempt, call));
    if (issued) {
      keep(issued);
    } else {
      await this.judgeReuse(token, call, keep);
    }
    return issued !== null;
  }

  private renewRepeatably(renewal: Renewal, attempt: string, call: GrantCall): Promise<IssuedToken | null> {
    return this.database.transaction(async () => {
      const issued = await this.tokens.renew(renewal);
      if (issued) {
        const { key, answer } = writeReplay(issued, attempt, call);
        await this.pairs.keepReplay(renewal.refreshTokenId, key, answer);
      }
      return issued;
    });
  }

  /** One that comes too late to be a race gives the family away; the same attempt again gets its answer. */
  private async judgeReuse(token: RefreshToken, call: GrantCall, keep: Keep): Promise<void> {
    const { oauthRefreshReuseWindow } = await this.settings.current();
    const before = await this.pairs.consumptionOf(token.id, oauthRefreshReuseWindow);
    if (before?.isOld) {
      await this.families.revokeForReuse(token.familyId, token.userId, call.address);
      return;
    }
    const replay = before && readReplay(before, call);
    if (replay) {
      keep(replay);
    }
  }
}

/** Standard clients send neither; whoever sends them must be right (contract: oauth §5.2 step 3). */
function isBoundTo({ redirectUri, codeChallenge }: RefreshToken, params: ProtocolParams): boolean {
  const [uri, verifier] = [params.get('redirect_uri'), params.get('code_verifier')];
  return (
    (uri === undefined || uri === redirectUri) && (verifier === undefined || answersChallenge(verifier, codeChallenge))
  );
}

function narrowed({ scopes }: RefreshToken, params: ProtocolParams): readonly string[] {
  const asked = readScope(params.get('scope'));
  if (!asked?.every((scope) => scopes.includes(scope))) {
    throw new InvalidScopeError('more than granted');
  }
  return asked.length === 0 ? scopes : asked;
}

function refuseDead({ isLive }: RefreshToken): void {
  if (!isLive) {
    throw new InvalidGrantError('not live');
  }
}
