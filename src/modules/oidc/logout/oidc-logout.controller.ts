import { HttpCode, Post, Req, Res } from '@nestjs/common';
import { Public } from '../../../core/access/allow.decorator.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { readBytes } from '../../../platform/http/read-body.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { OidcProviderService } from '../provider/oidc-provider.service.js';
import { OidcLogoutService, refused } from './oidc-logout.service.js';

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const MAX_BYTES = 16_384;

/** Contract: scim-graphql §C1.6. */
@RootController('users/auth/oidc/backchannel_logout')
@Public()
export class OidcLogoutController {
  constructor(
    private readonly provider: OidcProviderService,
    private readonly logout: OidcLogoutService,
  ) {}

  @Post()
  @HttpCode(200)
  async end(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse) {
    this.provider.refuseUnlessSetUp();
    response.setHeader('Cache-Control', 'no-store');
    const bytes = await readBytes(request, MAX_BYTES);
    const tokens = new URLSearchParams(bytes.toString('utf8')).getAll('logout_token');
    const [token] = tokens;
    if (!FORM.test(request.headers['content-type'] ?? '') || token === undefined || tokens.length > 1) {
      throw refused();
    }
    await this.logout.end(token);
    return {};
  }
}
