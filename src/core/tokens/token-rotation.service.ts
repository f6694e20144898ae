import { Injectable } from '@nestjs/common';
import { conflict } from '../../common/errors/catalogue.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { refuseImpersonation, refuseSudoWithout } from '../access/token-giving.js';
import type { AccessToken } from './access-token.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { AccessTokensService } from './access-tokens.service.js';
import type { IssuedToken } from './access-tokens.service.js';
import { TokenAuditService } from './token-audit.service.js';

/** Exchanges a token for a successor in one transaction (contract: conventions §21.7, core §4). */
@Injectable()
export class TokenRotationService {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly issuing: AccessTokensService,
    private readonly audit: TokenAuditService,
    private readonly database: Database,
  ) {}

  /**
   * Rotates a personal token, for its user and administrators. Throws 403 for what the caller cannot grant, 409 when
   * the token is already revoked.
   */
  rotatePersonal(token: AccessToken, expiresAt: string | null | undefined, caller: Caller): Promise<IssuedToken> {
    refuseImpersonation(caller);
    refuseSudoWithout(caller, token.scopes);
    return this.rotate(token, expiresAt, caller);
  }

  /** The successor keeps the expiry unless one is given. Throws 409 when the token is already revoked. */
  rotate(token: AccessToken, expiresAt: string | null | undefined, caller: Caller): Promise<IssuedToken> {
    return this.database.transaction(async (tx) => {
      if (!(await this.tokens.revoke(token.id))) {
        throw conflict('The token has been revoked');
      }
      const issued = await this.issuing.insert({
        kind: token.kind,
        userId: token.userId,
        createdBy: caller.userId,
        name: token.name,
        description: token.description,
        scopes: token.scopes,
        expiresAt: expiresAt === undefined ? token.expiresAt : expiresAt,
        ...(token.projectId === null ? {} : { projectId: token.projectId }),
        ...(token.groupId === null ? {} : { groupId: token.groupId }),
        ...(token.accessLevel === null ? {} : { accessLevel: token.accessLevel }),
      });
      await this.tokens.noteRotation(token.id, issued.token.id);
      await this.audit.record(tx, caller, issued.token, 'Rotated');
      return issued;
    });
  }
}
