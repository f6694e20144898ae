import { HttpCode, Post, Req } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { readProtocolBody } from '../protocol-body.js';
import { DeviceAuthorizationService } from './device-authorization.service.js';

/** Contract: oauth §14.6. */
@RootController('oauth/authorize_device')
@Public()
export class AuthorizeDeviceController {
  constructor(private readonly devices: DeviceAuthorizationService) {}

  @Post()
  @HttpCode(200)
  async begin(@Req() request: HttpRequest) {
    return this.devices.begin(request, await readProtocolBody(request));
  }
}
