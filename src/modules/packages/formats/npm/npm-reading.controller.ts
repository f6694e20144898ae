import { Controller, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { NpmRoutes } from './npm-routes.js';

/** Packages of a project (contract: packages §5.2). */
@Controller('projects/:id/packages/npm')
@Public()
@UseGuards(PackageGuard)
export class NpmReadingController extends NpmRoutes {}
