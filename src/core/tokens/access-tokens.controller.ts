import { Controller, Delete, Get, Header, HttpCode, Post } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { IdParam, Input, Me, Paging } from '../access/request.decorators.js';
import { AccessTokensService } from './access-tokens.service.js';
import { CreateTokenInput, ListImpersonationTokensQuery, ListTokensQuery, RotateTokenInput } from './dto/tokens.dto.js';
import { NewTokenSchema, presentNewToken, presentToken, TokenSchema } from './token.presenter.js';
import { TokenRotation } from './token-rotation.service.js';

/** Contract: core §4. */
@Controller()
@Allow({ on: 'instance' })
export class AccessTokensController {
  constructor(
    private readonly tokens: AccessTokensService,
    private readonly rotation: TokenRotation,
  ) {}

  @Get('personal_access_tokens')
  @Answers([TokenSchema])
  async list(@Me() me: Caller, @Paging() page: PageRequest, @Input() query: ListTokensQuery) {
    return (await this.tokens.list(tokenFilters(query), page, me)).map(presentToken);
  }

  @Get('personal_access_tokens/:token_id')
  @Answers(TokenSchema)
  async show(@Me() me: Caller, @IdParam('token_id') id: number) {
    return presentToken(await this.tokens.getPersonal(id, me));
  }

  @Delete('personal_access_tokens/:token_id')
  @HttpCode(204)
  @Answers(null)
  async revoke(@Me() me: Caller, @IdParam('token_id') id: number) {
    await this.tokens.revoke(await this.tokens.getPersonal(id, me), me);
  }

  @Post('personal_access_tokens/:token_id/rotate')
  @Header('Cache-Control', 'no-store')
  @Answers(NewTokenSchema)
  async rotate(@Me() me: Caller, @IdParam('token_id') id: number, @Input() input: RotateTokenInput) {
    return presentNewToken(await this.rotation.rotate(await this.tokens.getPersonal(id, me), input.expires_at, me));
  }

  @Post('users/:user_id/personal_access_tokens')
  @Header('Cache-Control', 'no-store')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers(NewTokenSchema)
  async createPersonal(@Me() me: Caller, @IdParam('user_id') userId: number, @Input() input: CreateTokenInput) {
    return presentNewToken(await this.tokens.issue('personal', userId, newToken(input), me));
  }

  @Post('users/:user_id/impersonation_tokens')
  @Header('Cache-Control', 'no-store')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers(NewTokenSchema)
  async createImpersonation(@Me() me: Caller, @IdParam('user_id') userId: number, @Input() input: CreateTokenInput) {
    return presentNewToken(await this.tokens.issue('impersonation', userId, newToken(input), me));
  }

  @Get('users/:user_id/impersonation_tokens')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers([TokenSchema])
  async listImpersonation(
    @IdParam('user_id') userId: number,
    @Paging() page: PageRequest,
    @Input() query: ListImpersonationTokensQuery,
  ) {
    return (await this.tokens.listImpersonation(userId, query.state, page)).map(presentToken);
  }

  @Get('users/:user_id/impersonation_tokens/:token_id')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers(TokenSchema)
  async showImpersonation(@IdParam('user_id') userId: number, @IdParam('token_id') id: number) {
    return presentToken(await this.tokens.getImpersonation(userId, id));
  }

  @Delete('users/:user_id/impersonation_tokens/:token_id')
  @HttpCode(204)
  @Allow({ on: 'instance', role: 'admin' })
  @Answers(null)
  async revokeImpersonation(@Me() me: Caller, @IdParam('user_id') userId: number, @IdParam('token_id') id: number) {
    await this.tokens.revoke(await this.tokens.getImpersonation(userId, id), me);
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
