import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { PageController, PathId, QueryFields, Web } from '../../web/page.decorators.js';
import type { WebContext } from '../../web/web-context.js';
import { AccountStatesService } from '../account-states.service.js';
import { UsersService } from '../users.service.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { usersPage } from './users.page.js';

/** The accounts of the instance (contract: core §3). */
@PageController('admin/users', { who: 'administrator' })
export class AdminUsersController {
  constructor(
    private readonly users: UsersService,
    private readonly states: AccountStatesService,
  ) {}

  @Get()
  async list(@QueryFields() query: RawParams, @Web() { caller, frame }: WebContext) {
    const search = typeof query.search === 'string' ? query.search.trim() : '';
    const found = await this.users.list({ search }, { page: pageIn(query) }, caller);
    return page(usersPage(found, search, frame, caller.userId));
  }

  @Post(':user_id/block')
  async block(@PathId('user_id') id: number, @Web() web: WebContext) {
    await this.states.change(id, 'blocked', web.caller);
    return seeOther(web.backTo('/admin/users'));
  }

  @Post(':user_id/unblock')
  async unblock(@PathId('user_id') id: number, @Web() web: WebContext) {
    await this.states.change(id, 'active', web.caller);
    return seeOther(web.backTo('/admin/users'));
  }
}
