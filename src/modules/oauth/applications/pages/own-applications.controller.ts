import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../../common/params/form-encoding.js';
import { Fields, PageController, PathId, Visiting } from '../../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../../core/sessions/visit.js';
import { ApplicationPages } from './application-pages.service.js';
import type { Area } from './application.page.js';

const AREA: Area = { base: '/oauth/applications', title: 'Your applications', isAdmin: false };

/** Contract: OAuth §3. */
@PageController('oauth/applications', { who: 'signed-in' })
export class OwnApplicationsController {
  constructor(private readonly pages: ApplicationPages) {}

  @Get()
  list(@Visiting() visit: Visit) {
    return this.pages.list(AREA, visit);
  }

  @Get('new')
  blank(@Visiting() visit: Visit) {
    return this.pages.blank(AREA, visit);
  }

  @Post()
  create(@Visiting() visit: Visit, @Fields() fields: RawParams) {
    return this.pages.create(AREA, visit, fields);
  }

  @Get(':application_id')
  show(@Visiting() visit: Visit, @PathId('application_id') id: number) {
    return this.pages.show(AREA, visit, id);
  }

  @Get(':application_id/edit')
  edit(@Visiting() visit: Visit, @PathId('application_id') id: number) {
    return this.pages.edit(AREA, visit, id);
  }

  @Post(':application_id')
  change(@Visiting() visit: Visit, @PathId('application_id') id: number, @Fields() fields: RawParams) {
    return this.pages.change(AREA, visit, id, fields);
  }

  @Post(':application_id/renew_secret')
  renewSecret(@Visiting() visit: Visit, @PathId('application_id') id: number) {
    return this.pages.renewSecret(AREA, visit, id);
  }
}
