import { Injectable } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { deployedContainer } from '../deploy-token-containers.js';
import { DeployTokensService } from '../deploy-tokens.service.js';
import type { IssuedDeployToken } from '../deploy-tokens.service.js';
import { CreateDeployTokenInput } from '../deploy-tokens.dto.js';
import type { WebContext } from '../../web/web-context.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { textIn, textsIn } from '../../../platform/views/form-text.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { refuseUnlessManager } from '../../members/pages/container-context.js';
import type { ContainerContext } from '../../members/pages/container-context.js';
import { deployTokensContent } from './deploy-tokens.page.js';
import type { DeployTokenFields, DeployTokensFacts } from './deploy-tokens.page.js';

export const DEPLOY_TOKENS_TAB = {
  name: 'Deploy tokens',
  path: '/-/deploy_tokens',
  position: 30,
  isSetting: true,
} as const;

type Outcome = Pick<DeployTokensFacts, 'values' | 'errors' | 'created'>;

/** What the pages about deploy tokens do, for projects and groups alike; the rules are those of REST (contract: registry §8). */
@Injectable()
export class DeployTokenPagesService {
  constructor(private readonly tokens: DeployTokensService) {}

  list(context: ContainerContext, query: RawParams, web: WebContext): Promise<WebAnswer> {
    return this.show(context, query, web, {});
  }

  async create(context: ContainerContext, fields: RawParams, web: WebContext): Promise<WebAnswer> {
    refuseUnlessManager(context);
    const values = readFields(fields);
    const outcome = await refusedFields(() => this.issue(context, values, web));
    if ('errors' in outcome) {
      return this.show(context, {}, web, { values, errors: outcome.errors });
    }
    const { token, value } = outcome.done;
    return this.show(context, {}, web, { created: { username: token.username, value } });
  }

  /** Throws 404. */
  async revoke(context: ContainerContext, id: number, { caller }: WebContext): Promise<WebAnswer> {
    refuseUnlessManager(context);
    await this.tokens.revoke(deployedContainer(context.container), id, caller);
    return seeOther(hereOf(context));
  }

  private async issue(
    { container }: ContainerContext,
    { name, username, expiresAt, scopes }: DeployTokenFields,
    { caller }: WebContext,
  ): Promise<IssuedDeployToken> {
    const input = readInput(CreateDeployTokenInput, { name, scopes, username, expires_at: expiresAt });
    const token = { name: input.name, scopes: input.scopes, username: input.username, expiresAt: input.expires_at };
    return this.tokens.issue(deployedContainer(container), token, caller);
  }

  private async show(
    context: ContainerContext,
    query: RawParams,
    { frame }: WebContext,
    outcome: Outcome,
  ): Promise<WebAnswer> {
    refuseUnlessManager(context);
    const tokens = await this.tokens.list(deployedContainer(context.container), pageIn(query));
    const content = deployTokensContent({ tokens, here: hereOf(context), ...outcome }, frame);
    const title = DEPLOY_TOKENS_TAB.name;
    const notice = outcome.created === undefined ? {} : { notice: 'The deploy token was made.' };
    return page(context.page({ tab: title, title, ...notice }, content), outcome.errors ? { status: 422 } : {});
  }
}

const hereOf = ({ address }: ContainerContext): string => address + DEPLOY_TOKENS_TAB.path;

const readFields = (fields: RawParams): DeployTokenFields => ({
  name: textIn(fields, 'name'),
  username: textIn(fields, 'username'),
  expiresAt: textIn(fields, 'expires_at'),
  scopes: textsIn(fields, 'scopes'),
});
