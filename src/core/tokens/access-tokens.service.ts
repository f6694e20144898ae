import { Injectable } from '@nestjs/common';
import { forbidden, insufficientScope, invalidField, notFound, NOT_A_VALUE } from '../../common/errors/catalogue.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { digestOf, randomToken } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { refuseBot, refuseImpersonation, refuseSudoWithout } from '../access/token-giving.js';
import type { User } from '../users/user.js';
import { UsersService } from '../users/users.service.js';
import { TOKEN_PREFIXES } from './access-token.js';
import type { AccessToken, AccessTokenKind } from './access-token.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { tokenConditions } from './token-filters.js';
import type { TokenFilters } from './token-filters.js';
import { TokenAuditService } from './token-audit.service.js';
import { TokenBotsService } from './token-bots.service.js';

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly description?: string | null | undefined;
  readonly expiresAt?: string | null | undefined;
}

/** A token with its value, which is only known now. */
export interface IssuedToken {
  readonly token: AccessToken;
  readonly value: string;
}

const SELF_KINDS = new Set(['personal', 'impersonation', 'project', 'group']);

/** Personal and impersonation tokens, and the common part of all kinds (contract: core §4). */
@Injectable()
export class AccessTokensService {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly users: UsersService,
    private readonly bots: TokenBotsService,
    private readonly audit: TokenAuditService,
    private readonly database: Database,
  ) {}

  /** Throws 400 for `sudo` when the user is not an administrator, 403 for what the caller cannot grant. */
  async issue(kind: 'personal' | 'impersonation', user: User, input: NewToken, caller: Caller): Promise<IssuedToken> {
    refuseImpersonation(caller);
    refuseSudo(input, user);
    refuseSudoWithout(caller, input.scopes);
    return this.database.transaction(async (tx) => {
      const issued = await this.insert({ ...input, kind, userId: user.id, createdBy: caller.userId });
      await this.audit.record(tx, caller, issued.token, 'Created');
      return issued;
    });
  }

  /** Created by the user: the credential must have the requested scopes; throws 403 (contract: core §15.1). */
  async issueOwn(input: NewToken, caller: Caller): Promise<IssuedToken> {
    refuseBot(caller);
    refuseImpersonation(caller);
    const user = await this.users.get(caller.userId);
    refuseSudo(input, user);
    const held = caller.credential?.scopes ?? null;
    const missing = input.scopes.filter((scope) => held !== null && !held.has(scope));
    if (missing.length > 0) {
      throw insufficientScope(missing);
    }
    return this.issue('personal', user, input, caller);
  }

  /** Returns the record of the presented token; throws 404 for any other kind of credential. */
  async getPresented(caller: Caller): Promise<AccessToken> {
    const { credential } = caller;
    const token = credential && SELF_KINDS.has(credential.kind) ? await this.tokens.find(credential.id) : null;
    if (!token) {
      throw notFound('Token');
    }
    return token;
  }

  /** Lists the caller's own tokens; administrators see all. Others get 403 when they ask for another user's. */
  async list(filters: Omit<TokenFilters, 'kind'>, page: PageRequest, caller: Caller): Promise<Page<AccessToken>> {
    if (!caller.isAdmin && filters.userId !== undefined && filters.userId !== caller.userId) {
      throw forbidden();
    }
    const userId = caller.isAdmin ? filters.userId : caller.userId;
    return this.tokens.page(tokenConditions({ ...filters, userId, kind: 'personal' }), page);
  }

  /** Returns the caller's own live personal tokens, newest first, all of them for the page. */
  listLive({ userId }: Caller): Promise<readonly AccessToken[]> {
    return this.tokens.all(tokenConditions({ userId, kind: 'personal', state: 'active' }));
  }

  /** Throws 404 for another user's token. */
  async getOwn({ userId }: Caller, id: number): Promise<AccessToken> {
    const token = await this.tokens.find(id);
    if (token?.kind !== 'personal' || token.userId !== userId) {
      throw notFound('Token');
    }
    return token;
  }

  listImpersonation(user: User, state: TokenFilters['state'], page: PageRequest): Promise<Page<AccessToken>> {
    return this.tokens.page(tokenConditions({ userId: user.id, state, kind: 'impersonation' }), page);
  }

  async getImpersonation(user: User, id: number): Promise<AccessToken> {
    const token = await this.tokens.find(id);
    if (token?.kind !== 'impersonation' || token.userId !== user.id) {
      throw notFound('Token');
    }
    return token;
  }

  /** Revoking a revoked token is not an error. The bot of a project or group token is retired with it. */
  revoke(token: AccessToken, caller: Caller): Promise<void> {
    return this.database.transaction(async (tx) => {
      if (!(await this.tokens.revoke(token.id))) {
        return;
      }
      await this.bots.retireWith(tx, token);
      await this.audit.record(tx, caller, token, 'Revoked');
    });
  }

  /** Stores the digest of a new value; also used for the kinds of tokens with additional data. */
  async insert(
    input: NewToken & {
      kind: AccessTokenKind;
      userId: number;
      createdBy: number;
      projectId?: number;
      groupId?: number;
      accessLevel?: number;
    },
  ): Promise<IssuedToken> {
    const value = randomToken(TOKEN_PREFIXES[input.kind]);
    const { expiresAt = null, description = null, scopes, ...columns } = input;
    const unique = [...new Set(scopes.filter((scope) => scope !== ''))];
    const id = await this.tokens.insert({
      ...columns,
      scopes: unique,
      expiresAt,
      description,
      digest: digestOf(value),
    });
    return { token: await this.found(id), value };
  }

  private async found(id: number): Promise<AccessToken> {
    const token = await this.tokens.find(id);
    if (!token) {
      throw notFound('Token');
    }
    return token;
  }
}

/** The scope `sudo` is for administrators only (contract: core §4). */
function refuseSudo({ scopes }: NewToken, user: User): void {
  if (scopes.includes('sudo') && !user.isAdmin) {
    throw invalidField('scopes', NOT_A_VALUE);
  }
}
