import { Get, Injectable, Post } from '@nestjs/common';
import type { RawParams } from '../../../../common/params/form-encoding.js';
import { Fields, PathId, QueryFields, Web } from '../../../../core/web/page.decorators.js';
import type { WebContext } from '../../../../core/web/web-context.js';
import { ApplicationPagesService } from './application-pages.service.js';
import type { Area } from './area.js';

/** Routes of the pages about applications, a user's own ones or all (contract: oauth §3). */
@Injectable()
export abstract class ApplicationRoutes {
  constructor(private readonly pages: ApplicationPagesService) {}

  protected abstract readonly area: Area;

  @Get()
  list(@Web() web: WebContext, @QueryFields() query: RawParams) {
    return this.pages.list(this.area, web, query);
  }

  @Get('new')
  blank(@Web() web: WebContext) {
    return this.pages.blank(this.area, web);
  }

  @Post()
  create(@Web() web: WebContext, @Fields() fields: RawParams) {
    return this.pages.create(this.area, web, fields);
  }

  @Get(':application_id')
  show(@Web() web: WebContext, @PathId('application_id') id: number) {
    return this.pages.show(this.area, web, id);
  }

  @Get(':application_id/edit')
  edit(@Web() web: WebContext, @PathId('application_id') id: number) {
    return this.pages.edit(this.area, web, id);
  }

  @Post(':application_id')
  change(@Web() web: WebContext, @PathId('application_id') id: number, @Fields() fields: RawParams) {
    return this.pages.change(this.area, web, id, fields);
  }

  @Post(':application_id/renew_secret')
  renewSecret(@Web() web: WebContext, @PathId('application_id') id: number) {
    return this.pages.renewSecret(this.area, web, id);
  }
}
