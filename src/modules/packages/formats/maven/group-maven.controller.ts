import { Controller, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { About } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { MavenRoutes } from './maven-routes.js';

/** Serves all projects of a group as one repository (contract: packages §4.9). */
@Controller(['groups/:id/-/packages/maven', 'group/:id/-/packages/maven'])
@Public()
@About('group')
@UseGuards(PackageGuard)
export class GroupMavenController extends MavenRoutes {}
