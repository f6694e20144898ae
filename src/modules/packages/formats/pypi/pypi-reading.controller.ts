import { Controller, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { PypiRoutes } from './pypi-routes.js';

/** Packages of a project (contract: packages §5.3). */
@Controller('projects/:id/packages/pypi')
@Public()
@UseGuards(PackageGuard)
export class PypiReadingController extends PypiRoutes {}
