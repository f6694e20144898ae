import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { randomToken } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';
import { refuseBot } from '../access/token-giving.js';
import { AuditService } from '../audit/audit.service.js';
import type { DeployToken, DeployTokenContainer } from './deploy-token.js';
import { DeployTokensRepository } from './deploy-tokens.repository.js';
import type { NewDeployToken } from './deploy-tokens.repository.js';

const PREFIX = 'sldt_';
const DEPLOY_TOKEN = 'Deploy Token';

/** A deploy token with its value, which is only known now. */
export interface IssuedDeployToken {
  readonly token: DeployToken;
  readonly value: string;
}

/** Deploy tokens of projects and groups: credentials for machines, without an account (contract: registry §8). */
@Injectable()
export class DeployTokensService {
  constructor(
    private readonly tokens: DeployTokensRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Includes expired tokens unless `onlyActive` is set. */
  list(container: DeployTokenContainer, page: PageRequest, onlyActive = false): Promise<Page<DeployToken>> {
    return this.tokens.page(container, page, onlyActive);
  }

  /** Throws 403 for bots. */
  issue(container: DeployTokenContainer, input: NewDeployToken, caller: Caller): Promise<IssuedDeployToken> {
    refuseBot(caller);
    const value = randomToken(PREFIX);
    const scopes = [...new Set(input.scopes.filter((scope) => scope !== ''))];
    return this.database.transaction(async (tx) => {
      const id = await this.tokens.insert(container, { ...input, scopes }, value, caller.userId);
      const token = await this.get(container, id);
      await this.record(tx, container, token, 'Created', caller);
      return { token, value };
    });
  }

  /** Throws 404, also for a revoked token and for one of another project or group. */
  revoke(container: DeployTokenContainer, id: number, caller: Caller): Promise<void> {
    return this.database.transaction(async (tx) => {
      const token = await this.get(container, id);
      if (!(await this.tokens.revoke(id))) {
        throw notFound(DEPLOY_TOKEN);
      }
      await this.record(tx, container, token, 'Revoked', caller);
    });
  }

  private async get(container: DeployTokenContainer, id: number): Promise<DeployToken> {
    const token = await this.tokens.find(container, id);
    if (!token) {
      throw notFound(DEPLOY_TOKEN);
    }
    return token;
  }

  private async record(
    tx: Tx,
    { audited }: DeployTokenContainer,
    { id, name }: DeployToken,
    act: 'Created' | 'Revoked',
    caller: Caller,
  ): Promise<void> {
    const target = { id, type: 'DeployToken', details: name };
    await this.audit.record(tx, caller, audited, target, { custom_message: `${act} deploy token` });
  }
}
