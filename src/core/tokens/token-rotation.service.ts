import { Injectable } from '@nestjs/common';
import { conflict } from '../../common/errors/catalogue.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { AuditService } from '../audit/audit.service.js';
import type { AccessToken } from './access-token.js';
import { AccessTokensRepository } from './access-tokens.repository.js';
import { AccessTokensService } from './access-tokens.service.js';
import type { IssuedToken } from './access-tokens.service.js';
import { auditedUser } from './token-audit.js';

/** Replaces a token by a successor in one transaction, (contract: conventions §21.7, core §4). */
@Injectable()
export class TokenRotation {
  constructor(
    private readonly tokens: AccessTokensRepository,
    private readonly issuing: AccessTokensService,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** The successor keeps the old expiry unless one is given. Throws 409 when the token is revoked already. */
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
      const target = { id: issued.token.id, type: 'AccessToken', details: issued.token.name };
      const entity = auditedUser({ id: token.userId, username: caller.account?.username ?? '' });
      await this.audit.record(tx, caller, entity, target, { custom_message: `Rotated ${token.kind} access token` });
      return issued;
    });
  }
}
