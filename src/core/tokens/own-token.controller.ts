import { Controller, Delete, Get, Header, HttpCode, Post } from '@nestjs/common';

import { Allow, WatchesReuse } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { Input, Me } from '../access/request.decorators.js';
import { ANY_SCOPE } from '../access/scope.js';

import { AccessTokensService } from './access-tokens.service.js';
import { CreateTokenInput, RotateTokenInput } from './tokens.dto.js';
import { NewTokenSchema, presentNewToken, presentToken, TokenSchema } from './token.presenter.js';
import { TokenRotationService } from './token-rotation.service.js';

/**
 * Routes for the holder of a token, about it and about their own account's tokens (contract: core §4, §15.1,
 * conventions §21.7).
 */
@Controller()
export class OwnTokenController {
  constructor(
    private readonly tokens: AccessTokensService,
    private readonly rotation: TokenRotationService,
  ) {}

  @Get('personal_access_tokens/self')
  @Allow({ on: 'instance', scopes: ANY_SCOPE })
  @Answers(TokenSchema)
  async show(@Me() me: Caller) {
    return presentToken(await this.tokens.getPresented(me));
  }

  @Delete('personal_access_tokens/self')
  @HttpCode(204)
  @Allow({ on: 'instance', scopes: ANY_SCOPE })
  @Answers(null)
  async revoke(@Me() me: Caller) {
    await this.tokens.revoke(await this.tokens.getPresented(me), me);
  }

  @Post('personal_access_tokens/self/rotate')
  @Header('Cache-Control', 'no-store')
  @WatchesReuse()
  @Allow({ on: 'instance', scopes: ANY_SCOPE })
  @Answers(NewTokenSchema)
  async rotate(@Me() me: Caller, @Input() input: RotateTokenInput) {
    return presentNewToken(await this.rotation.rotate(await this.tokens.getPresented(me), input.expires_at, me));
  }

  @Post('user/personal_access_tokens')
  @Header('Cache-Control', 'no-store')
  @Allow({ on: 'instance' })
  @Answers(NewTokenSchema)
  async create(@Me() me: Caller, @Input() input: CreateTokenInput) {
    const { name, scopes, description, expires_at: expiresAt } = input;
    return presentNewToken(await this.tokens.issueOwn({ name, scopes, description, expiresAt }, me));
  }
}
