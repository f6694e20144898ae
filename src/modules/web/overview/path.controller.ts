import { Get, Req } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { notFound } from '../../../common/errors/catalogue.js';
import { PageRedirect } from '../../../core/web/page-redirect.js';
import { PageController, PathText, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { wantsHtml } from '../../../core/web/web-context-of.js';
import { ApiError } from '../../../common/errors/api-error.js';
import { page, WebAnswer } from '../../../platform/views/web-answer.js';
import { PathPagesService } from './path-pages.service.js';

/** Pages of projects, users and groups, whose paths start at the root of the service (contract: core §2, §5, §6). */
@PageController('*path', { who: 'anybody' })
export class PathController {
  constructor(private readonly pages: PathPagesService) {}

  @Get()
  async show(@PathText('path') path: string, @Web() web: WebContext, @Req() request: HttpRequest) {
    const found = await this.pages.find(path, web).catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 404 ? refusalFor(request) : error;
    });
    return page(found);
  }
}

const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

/** Clients that do not accept HTML get the JSON answer of unknown routes (contract: conventions §2). */
function refusalFor(request: HttpRequest): Error {
  return wantsHtml(request)
    ? notFound('Page')
    : new PageRedirect(new WebAnswer(404, JSON_HEADERS, '{"error":"404 Not Found"}'));
}
