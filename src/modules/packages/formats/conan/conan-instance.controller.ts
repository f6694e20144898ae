import { Controller, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { About, AcceptsPasses } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { CONAN_AUDIENCE } from './conan-audience.js';
import { ConanRoutes } from './conan-routes.js';

/** Packages of all projects; the user part of a recipe names its project. */
@Controller('packages/conan/v1')
@Public()
@UseGuards(PackageGuard)
@About('instance')
@AcceptsPasses(CONAN_AUDIENCE)
export class ConanInstanceController extends ConanRoutes {}
