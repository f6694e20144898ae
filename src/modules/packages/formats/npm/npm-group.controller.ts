import { Controller, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { About } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { NpmRoutes } from './npm-routes.js';

/** Serves packages of a group's projects (contract: packages §4.9, §5.2). */
@Controller(['groups/:id/-/packages/npm', 'group/:id/-/packages/npm'])
@Public()
@About('group')
@UseGuards(PackageGuard)
export class NpmGroupController extends NpmRoutes {}
