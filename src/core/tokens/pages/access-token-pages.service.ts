import { Injectable } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { ShownOnceService } from '../../web/shown-once.service.js';
import type { WebContext } from '../../web/web-context.js';
import { AccessTokensService } from '../access-tokens.service.js';
import type { IssuedToken } from '../access-tokens.service.js';
import { ContainerTokensService } from '../container-tokens.service.js';
import { CreateContainerTokenInput } from '../tokens.dto.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { textIn, textsIn } from '../../../platform/views/form-text.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { refuseUnlessManager } from '../../members/pages/container-context.js';
import type { ContainerContext } from '../../members/pages/container-context.js';
import { grantableLevels } from '../../members/pages/role-field.js';
import { accessTokensContent } from './access-tokens.page.js';
import type { AccessTokenFields, AccessTokensFacts } from './access-tokens.page.js';

export const ACCESS_TOKENS_TAB = {
  name: 'Access tokens',
  path: '/-/access_tokens',
  position: 20,
  isSetting: true,
} as const;

type Outcome = Pick<AccessTokensFacts, 'values' | 'errors' | 'created'>;

/** Pages about access tokens, for projects and groups; the rules are those of the API (contract: core §4). */
@Injectable()
export class AccessTokenPagesService {
  constructor(
    private readonly tokens: ContainerTokensService,
    private readonly issuing: AccessTokensService,
    private readonly shownOnce: ShownOnceService,
  ) {}

  async list(context: ContainerContext, query: RawParams, web: WebContext): Promise<WebAnswer> {
    refuseUnlessManager(context);
    return this.show(context, query, web, { created: await this.shownOnce.take(web, hereOf(context)) });
  }

  async create(context: ContainerContext, fields: RawParams, web: WebContext): Promise<WebAnswer> {
    refuseUnlessManager(context);
    const values = readFields(fields);
    const here = hereOf(context);
    const outcome = await refusedFields(() =>
      this.shownOnce.keep(web, here, async () => (await this.issue(context, values, web)).value),
    );
    return 'errors' in outcome ? this.show(context, {}, web, { values, errors: outcome.errors }) : seeOther(here);
  }

  /** Throws 403 for a level above the caller's own, 404, 409 for an inactive token. */
  async rotate(context: ContainerContext, id: number, web: WebContext): Promise<WebAnswer> {
    refuseUnlessManager(context);
    const { container } = context;
    const here = hereOf(context);
    await this.shownOnce.keep(
      web,
      here,
      async () => (await this.tokens.rotate(container, id, undefined, web.caller)).value,
    );
    return seeOther(here);
  }

  /** Throws 404. */
  async revoke(context: ContainerContext, id: number, web: WebContext): Promise<WebAnswer> {
    refuseUnlessManager(context);
    await this.issuing.revoke(await this.tokens.get(context.container, id), web.caller);
    return seeOther(web.backTo(hereOf(context)));
  }

  private async issue(
    { container }: ContainerContext,
    values: AccessTokenFields,
    web: WebContext,
  ): Promise<IssuedToken> {
    const { name, level, expiresAt: expires_at, scopes } = values;
    const input = readInput(CreateContainerTokenInput, { name, scopes, expires_at, access_level: level });
    const { expires_at: expiresAt, access_level: accessLevel } = input;
    const token = { name: input.name, scopes: input.scopes, expiresAt, accessLevel };
    return this.tokens.issue(container, token, web.caller);
  }

  private async show(
    context: ContainerContext,
    query: RawParams,
    { caller, frame }: WebContext,
    outcome: Outcome,
  ): Promise<WebAnswer> {
    refuseUnlessManager(context);
    const tokens = await this.tokens.list(context.container, pageIn(query));
    const levels = grantableLevels(context.container, caller);
    const content = accessTokensContent({ tokens, here: hereOf(context), levels, ...outcome }, frame);
    const title = ACCESS_TOKENS_TAB.name;
    const notice = outcome.created === undefined ? {} : { notice: 'The token was created.' };
    return page(context.page({ tab: title, title, ...notice }, content), outcome.errors ? { status: 422 } : {});
  }
}

const hereOf = ({ address }: ContainerContext): string => address + ACCESS_TOKENS_TAB.path;

const readFields = (fields: RawParams): AccessTokenFields => ({
  name: textIn(fields, 'name'),
  level: textIn(fields, 'access_level'),
  expiresAt: textIn(fields, 'expires_at'),
  scopes: textsIn(fields, 'scopes'),
});
