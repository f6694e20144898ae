import { Controller, Put, Req, Res, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import type { HttpRequest, HttpResponse } from '../../../../platform/http/http-types.js';
import { writeJson } from '../../../../platform/http/write-answer.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { Call, Needs } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { MavenRoutes } from './maven-routes.js';
import { mavenPathIn } from './maven.service.js';

/** Contract: packages §5.4. */
@Controller('projects/:id/packages/maven')
@Public()
@UseGuards(PackageGuard)
export class MavenController extends MavenRoutes {
  @Put('*path')
  @Needs('publish')
  async upload(@Call() call: PackageCall, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const path = mavenPathIn(request);
    if (path.digest === null) {
      await this.files.upload(call, path, request);
      writeJson(request, response, 200, { message: '200 OK' });
      return;
    }
    await this.files.verify(call, path, request);
    response.writeHead(path.digest === 'md5' ? 200 : 204).end();
  }
}
