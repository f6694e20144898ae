import { HttpCode, Post, Req } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { readProtocolBody } from '../protocol-body.js';
import { presentInspected } from './introspection.presenter.js';
import { IntrospectionService } from './introspection.service.js';

/** Contract: oauth §8. */
@RootController('oauth/introspect')
@Public()
export class IntrospectController {
  constructor(private readonly introspection: IntrospectionService) {}

  @Post()
  @HttpCode(200)
  async inspect(@Req() request: HttpRequest) {
    return presentInspected(await this.introspection.inspect(request, await readProtocolBody(request)));
  }
}
