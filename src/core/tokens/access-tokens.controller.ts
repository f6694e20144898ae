import { Controller, Delete, Get, Header, HttpCode, Post } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../access/request.decorators.js';
import { UserTargetResolver } from '../users/user-target.resolver.js';
import type { User } from '../users/user.js';
import type { AccessToken } from './access-token.js';
import { AccessTokensService } from './access-tokens.service.js';
import { CreateTokenInput, ListImpersonationTokensQuery, ListTokensQuery, RotateTokenInput } from './tokens.dto.js';
import { PersonalTokenTargetResolver } from './personal-token-target.resolver.js';
import { NewTokenSchema, presentNewToken, presentToken, TokenSchema } from './token.presenter.js';
import { TokenRotationService } from './token-rotation.service.js';

/** Contract: core §4. */
@Controller()
@Allow({ on: 'instance' })
export class AccessTokensController {
  constructor(
    private readonly tokens: AccessTokensService,
    private readonly rotation: TokenRotationService,
  ) {}

  @Get('personal_access_tokens')
  @Answers([TokenSchema])
  async list(@Me() me: Caller, @Paging() page: PageRequest, @Input() query: ListTokensQuery) {
    return (await this.tokens.list(tokenFilters(query), page, me)).map(presentToken);
  }

  @Get('personal_access_tokens/:token_id')
  @Allow({ on: PersonalTokenTargetResolver })
  @Answers(TokenSchema)
  show(@Target() token: AccessToken) {
    return presentToken(token);
  }

  @Delete('personal_access_tokens/:token_id')
  @HttpCode(204)
  @Allow({ on: PersonalTokenTargetResolver })
  @Answers(null)
  revoke(@Target() token: AccessToken, @Me() me: Caller) {
    return this.tokens.revoke(token, me);
  }

  @Post('personal_access_tokens/:token_id/rotate')
  @Header('Cache-Control', 'no-store')
  @Allow({ on: PersonalTokenTargetResolver })
  @Answers(NewTokenSchema)
  async rotate(@Target() token: AccessToken, @Me() me: Caller, @Input() input: RotateTokenInput) {
    return presentNewToken(await this.rotation.rotatePersonal(token, input.expires_at, me));
  }

  @Post('users/:user_id/personal_access_tokens')
  @Header('Cache-Control', 'no-store')
  @Allow({ on: UserTargetResolver, role: 'admin' })
  @Answers(NewTokenSchema)
  async createPersonal(@Target() user: User, @Me() me: Caller, @Input() input: CreateTokenInput) {
    return presentNewToken(await this.tokens.issue('personal', user, newToken(input), me));
  }

  @Post('users/:user_id/impersonation_tokens')
  @Header('Cache-Control', 'no-store')
  @Allow({ on: UserTargetResolver, role: 'admin' })
  @Answers(NewTokenSchema)
  async createImpersonation(@Target() user: User, @Me() me: Caller, @Input() input: CreateTokenInput) {
    return presentNewToken(await this.tokens.issue('impersonation', user, newToken(input), me));
  }

  @Get('users/:user_id/impersonation_tokens')
  @Allow({ on: UserTargetResolver, role: 'admin' })
  @Answers([TokenSchema])
  async listImpersonation(
    @Target() user: User,
    @Paging() page: PageRequest,
    @Input() query: ListImpersonationTokensQuery,
  ) {
    return (await this.tokens.listImpersonation(user, query.state, page)).map(presentToken);
  }

  @Get('users/:user_id/impersonation_tokens/:token_id')
  @Allow({ on: UserTargetResolver, role: 'admin' })
  @Answers(TokenSchema)
  async showImpersonation(@Target() user: User, @IdParam('token_id') id: number) {
    return presentToken(await this.tokens.getImpersonation(user, id));
  }

  @Delete('users/:user_id/impersonation_tokens/:token_id')
  @HttpCode(204)
  @Allow({ on: UserTargetResolver, role: 'admin' })
  @Answers(null)
  async revokeImpersonation(@Target() user: User, @Me() me: Caller, @IdParam('token_id') id: number) {
    await this.tokens.revoke(await this.tokens.getImpersonation(user, id), me);
  }
}

const newToken = (input: CreateTokenInput) => ({
  name: input.name,
  scopes: input.scopes,
  description: input.description,
  expiresAt: input.expires_at,
});

const tokenFilters = (query: ListTokensQuery) => ({
  userId: query.user_id,
  state: query.state,
  revoked: query.revoked,
  search: query.search,
  createdBefore: query.created_before,
  createdAfter: query.created_after,
  lastUsedBefore: query.last_used_before,
  lastUsedAfter: query.last_used_after,
  expiresBefore: query.expires_before,
  expiresAfter: query.expires_after,
});
