import { Get } from '@nestjs/common';
import { Public } from '../../../core/access/allow.decorator.js';
import { Env } from '../../../platform/config/env.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { TokenService } from '../token/token.service.js';
import { metadataOf } from './metadata.js';

/** Contract: oauth §10; the same document at both addresses. */
@RootController('.well-known')
@Public()
export class MetadataController {
  constructor(
    private readonly tokens: TokenService,
    private readonly env: Env,
  ) {}

  @Get(['oauth-authorization-server', 'openid-configuration'])
  async show() {
    return metadataOf(this.env.baseUrl, await this.tokens.offered());
  }
}
