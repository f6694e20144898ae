import { Get, HttpCode, Post, Req } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { readParams } from '../protocol-body.js';
import { ProtocolParams } from '../protocol-params.js';
import { UserClaimsService } from './user-claims.service.js';

/** Contract: oauth §9. */
@RootController('oauth/userinfo')
@Public()
export class UserinfoController {
  constructor(private readonly claims: UserClaimsService) {}

  @Get()
  show(@Req() request: HttpRequest) {
    return this.claims.of(request, ProtocolParams.fromQuery(request));
  }

  @Post()
  @HttpCode(200)
  async showPosted(@Req() request: HttpRequest) {
    return this.claims.of(request, await readParams(request));
  }
}
