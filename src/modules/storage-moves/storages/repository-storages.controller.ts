import { Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import { pageOf } from '../../../common/pagination/page-of.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Me, Paging, TextParam } from '../../../core/access/request.decorators.js';
import { AcceptedSchema, operationLocation, presentAccepted } from '../../../core/operations/operation.presenter.js';
import { Env } from '../../../platform/config/env.js';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { StorageCleaningService } from '../leftovers/storage-cleaning.service.js';
import { presentStorage, StorageFiguresSchema } from './repository-storage.presenter.js';
import { RepositoryStoragesService } from './repository-storages.service.js';

/** Contract: storage-moves §13.6. */
@Controller('repository_storages')
@Allow({ on: 'instance', role: 'admin' })
export class RepositoryStoragesController {
  constructor(
    private readonly storages: RepositoryStoragesService,
    private readonly cleaning: StorageCleaningService,
    private readonly env: Env,
  ) {}

  @Get()
  @Answers([StorageFiguresSchema])
  async list(@Paging('none') page: PageRequest) {
    return pageOf(await this.storages.list(), page).map(presentStorage);
  }

  @Post(':name/clean')
  @HttpCode(202)
  @Answers(AcceptedSchema)
  async clean(@TextParam('name') name: string, @Me() me: Caller, @Res({ passthrough: true }) response: HttpResponse) {
    const operation = await this.cleaning.start(name, me);
    response.setHeader('Location', operationLocation(operation, this.env.baseUrl));
    return presentAccepted(operation);
  }
}
