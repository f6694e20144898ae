import { Delete, Get, Post, Req } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { unknownRoute } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PageController, PathId, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { wantsJson } from '../../../core/web/web-context-of.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther, WebAnswer } from '../../../platform/views/web-answer.js';
import { presentAuthorized } from './authorized-application.presenter.js';
import { AuthorizedApplicationsService } from './authorized-applications.service.js';
import { authorizedApplicationsPage } from './authorized-applications.page.js';

const NO_CONTENT = new WebAnswer(204, { 'Cache-Control': 'no-store' });

/** Contract: oauth §3, end. */
@PageController('oauth/authorized_applications', { who: 'signed-in', takesJson: true })
export class AuthorizedApplicationsPageController {
  constructor(private readonly grants: AuthorizedApplicationsService) {}

  @Get()
  async list(@Web() web: WebContext, @QueryFields() query: RawParams, @Req() request: HttpRequest) {
    return wantsJson(request)
      ? (await this.grants.newest(web.caller)).map(presentAuthorized)
      : page(authorizedApplicationsPage(await this.grants.page(web.caller, pageIn(query)), web.frame));
  }

  @Delete(':application_id')
  async revoke(@Web() web: WebContext, @PathId('application_id') id: number, @Req() request: HttpRequest) {
    await this.grants.revoke(web.caller, id);
    return wantsJson(request) ? NO_CONTENT : seeOther('/oauth/authorized_applications');
  }

  /** For forms, which cannot send DELETE. */
  @Post(':application_id')
  revokeByForm(
    @Web() web: WebContext,
    @PathId('application_id') id: number,
    @Fields() fields: RawParams,
    @Req() request: HttpRequest,
  ) {
    if (fields._method !== 'delete') {
      throw unknownRoute();
    }
    return this.revoke(web, id, request);
  }
}
