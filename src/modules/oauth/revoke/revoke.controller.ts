import { HttpCode, Post, Req } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { ClientAuthenticationService } from '../clients/client-authentication.service.js';
import { readProtocolBody } from '../protocol-body.js';
import { RevocationService } from './revocation.service.js';

/** Contract: oauth §6. */
@RootController('oauth/revoke')
@Public()
export class RevokeController {
  constructor(
    private readonly clients: ClientAuthenticationService,
    private readonly revocation: RevocationService,
  ) {}

  @Post()
  @HttpCode(200)
  async revoke(@Req() request: HttpRequest) {
    const params = await readProtocolBody(request);
    const client = await this.clients.clientOf(request, params);
    await this.revocation.revoke(params.get('token') ?? '', client);
    return {};
  }
}
