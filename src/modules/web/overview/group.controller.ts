import { Get } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { PageController, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page } from '../../../platform/views/web-answer.js';
import { GroupOverviewService } from './group-overview.service.js';

/** The page at the address that REST returns for a group (contract: core §5). */
@PageController('groups/*path', { who: 'anybody' })
export class GroupController {
  constructor(private readonly overview: GroupOverviewService) {}

  @Get()
  async show(@PathText('path') path: string, @QueryFields() query: RawParams, @Web() web: WebContext) {
    return page(await this.overview.show(path, web, pageIn(query)));
  }
}
