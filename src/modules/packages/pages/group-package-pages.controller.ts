import { Get } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { GroupPagesService } from '../../../core/groups/pages/group-pages.service.js';
import { PageController, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { Env } from '../../../platform/config/env.js';
import { page } from '../../../platform/views/web-answer.js';
import { packagesClosed } from '../access/package-errors.js';
import { allows } from '../access/package-rights.js';
import { PackageViewsService } from '../management/package-views.service.js';
import { PackagesService } from '../management/packages.service.js';
import { packageList } from './package-list.page.js';
import { filtersOf, readPackageQuery, requestOf } from './package-query.js';
import { PACKAGES_TAB } from './package-tabs.js';

/** Page with the packages of a group's projects. */
@PageController('groups/*path/-/packages', { who: 'anybody' })
export class GroupPackagePagesController {
  constructor(
    private readonly groups: GroupPagesService,
    private readonly packages: PackagesService,
    private readonly views: PackageViewsService,
    private readonly env: Env,
  ) {}

  @Get()
  async list(@PathText('path') path: string, @QueryFields() fields: RawParams, @Web() web: WebContext) {
    if (!this.env.packages.enabled) {
      throw packagesClosed();
    }
    const context = await this.groups.open(path, web);
    const { visibility, level } = context.group;
    if (!allows({ visibility, level }, web.caller.isAdmin, 'read')) {
      throw forbidden();
    }
    const query = readPackageQuery(fields);
    const wanted = { filters: filtersOf(query), withSubgroups: true };
    const found = await this.packages.listOfGroup(context.group, wanted, requestOf(query, fields), web.caller);
    const packages = await this.views.pageOfGroup(found, web.caller);
    const here = context.address + PACKAGES_TAB.path;
    return page(context.page({ tab: PACKAGES_TAB.name, title: 'Packages' }, packageList({ here, query, packages })));
  }
}
