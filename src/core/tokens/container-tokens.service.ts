import { Injectable } from '@nestjs/common';
import { forbidden, notFound } from '../../common/errors/catalogue.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { refuseBot } from '../access/token-giving.js';
import type { MemberContainer } from '../members/member.js';
import type { AccessToken } from './access-token.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { AccessTokensService } from './access-tokens.service.js';
import type { IssuedToken, NewToken } from './access-tokens.service.js';
import { TokenAuditService } from './token-audit.service.js';
import { TokenBotsService } from './token-bots.service.js';
import { tokenConditions } from './token-filters.js';
import type { TokenFilters } from './token-filters.js';
import { TokenRotationService } from './token-rotation.service.js';

const DEFAULT_LEVEL = Role.Maintainer;

/** Tokens of a project or group, each with its own bot user (contract: core §4). */
@Injectable()
export class ContainerTokensService {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly issuing: AccessTokensService,
    private readonly rotation: TokenRotationService,
    private readonly bots: TokenBotsService,
    private readonly audit: TokenAuditService,
    private readonly database: Database,
  ) {}

  /** Revoked tokens are only included on request. */
  list(
    container: MemberContainer,
    page: PageRequest,
    { state, revoked = state === undefined ? false : undefined }: Pick<TokenFilters, 'state' | 'revoked'> = {},
  ): Promise<Page<AccessToken>> {
    const filters = { kind: container.type, ...ownerOf(container), state, revoked };
    return this.tokens.page(tokenConditions(filters), page);
  }

  /** Throws 404 for a revoked token, too: clients that delete it wait for that (contract: core §4). */
  async getLasting(container: MemberContainer, id: number): Promise<AccessToken> {
    const token = await this.get(container, id);
    if (token.isRevoked) {
      throw notFound('Token');
    }
    return token;
  }

  async get(container: MemberContainer, id: number): Promise<AccessToken> {
    const token = await this.tokens.find(id);
    const held = token && (container.type === 'project' ? token.projectId : token.groupId);
    if (!token || held !== container.id) {
      throw notFound('Token');
    }
    return token;
  }

  /** Throws 403 for bots and for a level above the caller's own. */
  issue(
    container: MemberContainer,
    input: NewToken & { accessLevel?: number | undefined },
    caller: Caller,
  ): Promise<IssuedToken> {
    const level = input.accessLevel ?? DEFAULT_LEVEL;
    refuseBot(caller);
    refuseAboveOwn(container, level, caller);
    const { name, scopes, description, expiresAt } = input;
    return this.database.transaction(async (tx) => {
      const userId = await this.bots.create(container, name, level, caller);
      const owner = ownerOf(container);
      const token = { name, scopes, description, expiresAt, kind: container.type, userId, createdBy: caller.userId };
      const issued = await this.issuing.insert({ ...token, ...owner, accessLevel: level });
      await this.audit.record(tx, caller, issued.token, 'Created');
      return issued;
    });
  }

  /** Throws 403 for bots and for a level above the caller's own, 404, 409 when the token is already revoked. */
  async rotate(
    container: MemberContainer,
    id: number,
    expiresAt: string | null | undefined,
    caller: Caller,
  ): Promise<IssuedToken> {
    refuseBot(caller);
    const token = await this.get(container, id);
    refuseAboveOwn(container, token.accessLevel ?? 0, caller);
    return this.rotation.rotate(token, expiresAt, caller);
  }
}

/** Callers cannot get a token with a level above their own, not even by rotation (contract: core §4). */
function refuseAboveOwn(container: MemberContainer, level: number, caller: Caller): void {
  if (!caller.isAdmin && level > container.callerLevel) {
    throw forbidden('The level is above your own');
  }
}

const ownerOf = ({ type, id }: MemberContainer) => (type === 'project' ? { projectId: id } : { groupId: id });
