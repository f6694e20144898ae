import OAuth2Server from '@node-oauth/oauth2-server';
import { Injectable } from '@nestjs/common';
import type { Code } from '../codes/codes.repository.js';
import { CodesRepository } from '../codes/codes.repository.js';
import { FamiliesRepository } from '../families/families.repository.js';
import type { ProtocolParams } from '../protocol-params.js';
import { TokenIssueService } from '../tokens/token-issue.service.js';
import { refuseMalformedVerifier } from './code-verifier.js';
import { Grant, libraryClient, librarySaid, modelBase } from './grant.js';
import type { GrantCall, GrantModel, Keep } from './grant.js';

const { InvalidGrantError, InvalidRequestError } = OAuth2Server;

/** Contract: oauth §5.1. */
@Injectable()
export class AuthorizationCodeGrant extends Grant {
  override readonly type = 'authorization_code';
  override readonly demands = ['code', 'redirect_uri'];

  constructor(
    private readonly codes: CodesRepository,
    private readonly families: FamiliesRepository,
    private readonly tokens: TokenIssueService,
  ) {
    super();
  }

  override check(params: ProtocolParams): void {
    refuseMalformedVerifier(params);
  }

  /** The library compares expiry and verifier, in that order, after the code was marked as used. */
  override modelFor(call: GrantCall, keep: Keep): GrantModel {
    const taking: { code?: Code } = {};
    return {
      ...modelBase(this.type),
      getAuthorizationCode: async () => {
        taking.code = await this.take(call);
        return this.libraryCode(taking.code);
      },
      revokeAuthorizationCode: () => Promise.resolve(true), // marked when it was taken
      saveAuthorizationCode: () => Promise.resolve(null), // never asked: the authorize page makes codes
      saveToken: async () => {
        const { code } = taking;
        return code && this.issue(code, call, keep);
      },
    };
  }

  /** Locks the code and marks it as used; throws for one that is not for this client or was used before. */
  private async take({ params, client }: GrantCall): Promise<Code> {
    const code = await this.codes.lock(params.get('code') ?? '');
    if (code?.applicationId !== client?.id || !code) {
      throw new InvalidGrantError('unknown'); // not consumed: a stranger cannot burn it
    }
    if (code.codeChallenge !== null && !params.has('code_verifier')) {
      throw new InvalidRequestError('no verifier'); // not consumed either
    }
    if (code.isUsed) {
      await this.families.revoke(code.familyId, 'code replayed');
      throw new InvalidGrantError('used');
    }
    await this.codes.markUsed(code.id);
    if (!code.isLive || params.get('redirect_uri') !== code.redirectUri) {
      throw new InvalidGrantError('not live');
    }
    return code;
  }

  private libraryCode({ expiresAt, userId, codeChallenge }: Code) {
    return {
      authorizationCode: 'code',
      expiresAt: new Date(expiresAt),
      redirectUri: '', // compared when the code was taken
      scope: [],
      client: libraryClient(this.type),
      user: { id: userId },
      ...(codeChallenge === null ? {} : { codeChallenge, codeChallengeMethod: 'S256' }),
    };
  }

  private async issue(code: Code, { client }: GrantCall, keep: Keep) {
    const { familyId, userId, scopes, authTime, nonce } = code;
    const identity = { authTime, nonce };
    const issued = await this.tokens.issue({ familyId, userId, client, scopes, isRenewable: true, identity });
    keep(issued);
    return librarySaid(this.type, userId);
  }
}
