import { Injectable } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { deployedContainer } from '../deploy-token-containers.js';
import { DeployTokensService } from '../deploy-tokens.service.js';
import type { IssuedDeployToken } from '../deploy-tokens.service.js';
import { CreateDeployTokenInput } from '../deploy-tokens.dto.js';
import { ShownOnceService } from '../../web/shown-once.service.js';
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

/** Pages about deploy tokens, for projects and groups; the rules are those of the API (contract: registry §8). */
@Injectable()
export class DeployTokenPagesService {
  constructor(
    private readonly tokens: DeployTokensService,
    private readonly shownOnce: ShownOnceService,
  ) {}

  async list(context: ContainerContext, query: RawParams, web: WebContext): Promise<WebAnswer> {
    refuseUnlessManager(context);
    const kept = await this.shownOnce.take(web, hereOf(context));
    return this.show(context, query, web, { created: kept === undefined ? undefined : loginIn(kept) });
  }

  async create(context: ContainerContext, fields: RawParams, web: WebContext): Promise<WebAnswer> {
    refuseUnlessManager(context);
    const values = readFields(fields);
    const outcome = await refusedFields(() =>
      this.shownOnce.keep(web, hereOf(context), async () => {
        const { token, value } = await this.issue(context, values, web);
        return `${value} ${token.username}`;
      }),
    );
    return 'errors' in outcome
      ? this.show(context, {}, web, { values, errors: outcome.errors })
      : seeOther(hereOf(context));
  }

  /** Throws 404. */
  async revoke(context: ContainerContext, id: number, web: WebContext): Promise<WebAnswer> {
    refuseUnlessManager(context);
    await this.tokens.revoke(deployedContainer(context.container), id, web.caller);
    return seeOther(web.backTo(hereOf(context)));
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
    const notice = outcome.created === undefined ? {} : { notice: 'The deploy token was created.' };
    return page(context.page({ tab: title, title, ...notice }, content), outcome.errors ? { status: 422 } : {});
  }
}

/** The value of a token contains no spaces. */
function loginIn(kept: string): { readonly username: string; readonly value: string } {
  const at = kept.indexOf(' ');
  return { value: kept.slice(0, at), username: kept.slice(at + 1) };
}

const hereOf = ({ address }: ContainerContext): string => address + DEPLOY_TOKENS_TAB.path;

const readFields = (fields: RawParams): DeployTokenFields => ({
  name: textIn(fields, 'name'),
  username: textIn(fields, 'username'),
  expiresAt: textIn(fields, 'expires_at'),
  scopes: textsIn(fields, 'scopes'),
});
