import { Get, Req } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { Clock } from '../../../common/time/clock.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { BearerAccessService } from '../bearer/bearer-access.service.js';
import { ProtocolParams } from '../protocol-params.js';
import { presentTokenInfo } from './token-info.presenter.js';

/** Contract: oauth §7. */
@RootController('oauth/token/info')
@Public()
export class TokenInfoController {
  constructor(
    private readonly bearers: BearerAccessService,
    private readonly clock: Clock,
  ) {}

  @Get()
  async show(@Req() request: HttpRequest) {
    return presentTokenInfo(
      await this.bearers.holderOf(request, ProtocolParams.fromQuery(request)),
      this.clock.millis(),
    );
  }
}
