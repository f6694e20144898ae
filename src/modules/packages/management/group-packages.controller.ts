import { Controller, Get } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Paging, Target } from '../../../core/access/request.decorators.js';
import type { Group } from '../../../core/groups/group.js';
import { PackageGroupResolver } from '../access/package-group.resolver.js';
import { GroupPackageSchema } from './package.presenter.js';
import { PackageViewsService } from './package-views.service.js';
import { ListGroupPackagesQuery } from './packages.dto.js';
import { PackagesService } from './packages.service.js';

/** Packages of the projects in a group and its subgroups (contract: packages §3.2). */
@Controller('groups/:id/packages')
@Allow({ on: PackageGroupResolver, anonymous: true })
export class GroupPackagesController {
  constructor(
    private readonly packages: PackagesService,
    private readonly views: PackageViewsService,
  ) {}

  @Get()
  @Answers([GroupPackageSchema])
  async list(
    @Target() group: Group,
    @Me() me: Caller,
    @Paging() page: PageRequest,
    @Input() query: ListGroupPackagesQuery,
  ) {
    const wanted = { filters: query.toFilters(), withSubgroups: !(query.exclude_subgroups ?? false) };
    const request = { page, orderBy: query.order_by, sort: query.sort };
    const found = await this.packages.listOfGroup(group, wanted, request, me);
    return this.views.pageOfGroup(found, me);
  }
}
