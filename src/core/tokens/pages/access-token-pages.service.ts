import { Injectable } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import type { WebContext } from '../../web/web-context.js';
import { AccessTokensService } from '../access-tokens.service.js';
import type { IssuedToken } from '../access-tokens.service.js';
import { ContainerTokensService } from '../container-tokens.service.js';
import { CreateContainerTokenInput } from '../dto/tokens.dto.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { textIn, textsIn } from '../../../platform/views/form-text.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { refuseUnlessKeeper } from '../../members/pages/container-context.js';
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

type Outcome = Pick<AccessTokensFacts, 'values' | 'errors' | 'made'>;

/** What the pages about access tokens do, for projects and groups alike; the rules are those of REST (contract: core §4). */
@Injectable()
export class AccessTokenPagesService {
  constructor(
    private readonly tokens: ContainerTokensService,
    private readonly issuing: AccessTokensService,
  ) {}

  list(place: ContainerContext, query: RawParams, web: WebContext): Promise<WebAnswer> {
    return this.show(place, query, web, {});
  }

  async create(place: ContainerContext, fields: RawParams, web: WebContext): Promise<WebAnswer> {
    refuseUnlessKeeper(place);
    const values = readFields(fields);
    const outcome = await refusedFields(() => this.issue(place, values, web));
    return 'errors' in outcome
      ? this.show(place, {}, web, { values, errors: outcome.errors })
      : this.show(place, {}, web, { made: outcome.done.value });
  }

  /** Throws 403 for a level above the visitor's own, 404, 409 for a dead one. */
  async rotate(place: ContainerContext, id: number, web: WebContext): Promise<WebAnswer> {
    refuseUnlessKeeper(place);
    const { value } = await this.tokens.rotate(place.container, id, undefined, web.caller);
    return this.show(place, {}, web, { made: value });
  }

  /** Throws 404. */
  async revoke(place: ContainerContext, id: number, web: WebContext): Promise<WebAnswer> {
    refuseUnlessKeeper(place);
    await this.issuing.revoke(await this.tokens.get(place.container, id), web.caller);
    return seeOther(hereOf(place));
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
    place: ContainerContext,
    query: RawParams,
    { caller, frame }: WebContext,
    outcome: Outcome,
  ): Promise<WebAnswer> {
    refuseUnlessKeeper(place);
    const tokens = await this.tokens.list(place.container, pageIn(query));
    const levels = grantableLevels(place.container, caller);
    const content = accessTokensContent({ tokens, here: hereOf(place), levels, ...outcome }, frame);
    const title = ACCESS_TOKENS_TAB.name;
    const notice = outcome.made === undefined ? {} : { notice: 'The token was made.' };
    return page(place.page({ tab: title, title, ...notice }, content), outcome.errors ? { status: 422 } : {});
  }
}

const hereOf = ({ address }: ContainerContext): string => address + ACCESS_TOKENS_TAB.path;

const readFields = (fields: RawParams): AccessTokenFields => ({
  name: textIn(fields, 'name'),
  level: textIn(fields, 'access_level'),
  expiresAt: textIn(fields, 'expires_at'),
  scopes: textsIn(fields, 'scopes'),
});
