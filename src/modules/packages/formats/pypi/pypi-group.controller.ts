import { Controller, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { About } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { PypiRoutes } from './pypi-routes.js';

/** Packages of a group's projects (contract: packages §4.9, §5.3). */
@Controller(['groups/:id/-/packages/pypi', 'group/:id/-/packages/pypi'])
@Public()
@About('group')
@UseGuards(PackageGuard)
export class PypiGroupController extends PypiRoutes {}
