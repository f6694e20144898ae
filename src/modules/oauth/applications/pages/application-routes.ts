import { Get, Injectable, Post } from '@nestjs/common';
import type { RawParams } from '../../../../common/params/form-encoding.js';
import { Fields, PathId, Visiting } from '../../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../../core/sessions/visit.js';
import { ApplicationPagesService } from './application-pages.service.js';
import type { Area } from './application.page.js';

/** The pages of applications: one's own, or all of them (contract: oauth §3). */
@Injectable()
export abstract class ApplicationRoutes {
  constructor(private readonly pages: ApplicationPagesService) {}

  protected abstract readonly area: Area;

  @Get()
  list(@Visiting() visit: Visit) {
    return this.pages.list(this.area, visit);
  }

  @Get('new')
  blank(@Visiting() visit: Visit) {
    return this.pages.blank(this.area, visit);
  }

  @Post()
  create(@Visiting() visit: Visit, @Fields() fields: RawParams) {
    return this.pages.create(this.area, visit, fields);
  }

  @Get(':application_id')
  show(@Visiting() visit: Visit, @PathId('application_id') id: number) {
    return this.pages.show(this.area, visit, id);
  }

  @Get(':application_id/edit')
  edit(@Visiting() visit: Visit, @PathId('application_id') id: number) {
    return this.pages.edit(this.area, visit, id);
  }

  @Post(':application_id')
  change(@Visiting() visit: Visit, @PathId('application_id') id: number, @Fields() fields: RawParams) {
    return this.pages.change(this.area, visit, id, fields);
  }

  @Post(':application_id/renew_secret')
  renewSecret(@Visiting() visit: Visit, @PathId('application_id') id: number) {
    return this.pages.renewSecret(this.area, visit, id);
  }
}
