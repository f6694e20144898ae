import { Controller, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { About } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { NugetReadsRoutes } from './nuget-routes.js';

/** Read requests for the projects of a group (contract: packages §4.9, §5.5). */
@Controller(['groups/:id/-/packages/nuget', 'group/:id/-/packages/nuget'])
@Public()
@UseGuards(PackageGuard)
@About('group')
export class NugetGroupController extends NugetReadsRoutes {
  protected override readonly isWritable = false;
}
