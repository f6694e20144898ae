import { HttpCode, Post, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { TokenRequest } from '../grants/token-request.js';
import { presentIssuedToken } from './issued-token.presenter.js';
import { TokenService } from './token.service.js';

/** Contract: oauth §5. */
@RootController('oauth/token')
@Public()
export class TokenController {
  constructor(private readonly tokens: TokenService) {}

  @Post()
  @HttpCode(200)
  async issue(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse) {
    const issued = await this.tokens.issue(await TokenRequest.read(request));
    if (issued.isReplay) {
      response.setHeader('Idempotency-Replayed', 'true');
    }
    return presentIssuedToken(issued);
  }
}
