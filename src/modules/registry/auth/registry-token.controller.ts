import { Get, Post, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { unknownRoute } from '../../../common/errors/catalogue.js';
import { Public } from '../../../core/access/allow.decorator.js';
import { RootController } from '../../../platform/http/root-controller.js';
import { useErrorFormat } from '../../../platform/http/error-format.js';
import { queryOf } from '../../../platform/http/query-of.js';
import { writeJson } from '../../../platform/http/write-answer.js';
import { clientAddressOf } from '../../../platform/http/request-state.js';
import { tokenErrorFormat } from '../registry-errors.js';
import { readScopes } from './access-scope.js';
import { RegistryAccessService } from './registry-access.service.js';
import { RegistrySubjectsService } from './registry-subjects.service.js';
import { presentRegistryToken } from './registry-token.presenter.js';
import { REGISTRY_SERVICE } from './registry-tokens.js';

useErrorFormat('jwt', tokenErrorFormat);

/** Contract: registry §5. */
@RootController('jwt/auth')
@Public()
export class RegistryTokenController {
  constructor(
    private readonly subjects: RegistrySubjectsService,
    private readonly access: RegistryAccessService,
  ) {}

  @Get()
  async issue(@Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const query = queryOf(request);
    if (query.get('service') !== REGISTRY_SERVICE) {
      response.writeHead(404, { 'Content-Length': 0 }).end();
      return;
    }
    const subject = await this.subjects.byHeader(request.headers.authorization, clientAddressOf(request));
    const issued = await this.access.issue(subject, readScopes(query.getAll('scope')));
    response.setHeader('Cache-Control', 'no-store');
    writeJson(request, response, 200, presentRegistryToken(issued));
  }

  /** Clients that try POST first fall back to GET if it is not available. */
  @Post()
  refusePost(): never {
    throw unknownRoute();
  }
}
