import { Controller, Delete, Get, Header, HttpCode, Post } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../../../core/access/request.decorators.js';
import type { Group } from '../../../core/groups/group.js';
import { GROUP_MANAGER } from '../../../core/groups/group-members.js';
import { Env } from '../../../platform/config/env.js';
import { scimBaseUrl } from './scim-token.js';
import { NewScimTokenSchema, presentScimToken, ScimTokenSchema } from './scim-token.presenter.js';
import { CreateScimTokenInput } from './scim-tokens.dto.js';
import { ScimTokensService } from './scim-tokens.service.js';

/** Contract: scim-graphql §A1. */
@Controller('groups/:id/scim_tokens')
@Allow({ on: 'group', role: GROUP_MANAGER, scopes: ['api'] })
export class ScimTokensController {
  constructor(
    private readonly tokens: ScimTokensService,
    private readonly env: Env,
  ) {}

  @Get()
  @Answers([ScimTokenSchema])
  async list(@Target() group: Group, @Paging() page: PageRequest) {
    const address = this.addressOf(group);
    return (await this.tokens.list(group, page)).map((token) => presentScimToken(token, address));
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @Answers(NewScimTokenSchema)
  async create(@Target() group: Group, @Me() me: Caller, @Input() input: CreateScimTokenInput) {
    const { name, default_access_level: defaultAccessLevel, expires_at: expiresAt } = input;
    const { token, value } = await this.tokens.issue(group, { name, defaultAccessLevel, expiresAt }, me);
    return { ...presentScimToken(token, this.addressOf(group)), token: value };
  }

  @Delete(':token_id')
  @HttpCode(204)
  @Answers(null)
  revoke(@Target() group: Group, @Me() me: Caller, @IdParam('token_id') id: number) {
    return this.tokens.revoke(group, id, me);
  }

  private addressOf({ fullPath }: Group): string {
    return scimBaseUrl(this.env.baseUrl, fullPath);
  }
}
