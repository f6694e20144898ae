import { Controller, Post, Req, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { Call, Needs } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { PypiPublishingService } from './pypi-publishing.service.js';

/** Publishing to a project with twine (contract: packages §5.3). */
@Controller('projects/:id/packages/pypi')
@Public()
@UseGuards(PackageGuard)
export class PypiController {
  constructor(private readonly publishing: PypiPublishingService) {}

  @Post()
  @Needs('publish')
  async upload(@Call() call: PackageCall, @Req() request: HttpRequest) {
    await this.publishing.upload(call, request);
    return { message: '201 Created' };
  }
}
