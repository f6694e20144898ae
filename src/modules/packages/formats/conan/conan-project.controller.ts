import { Controller, UseGuards } from '@nestjs/common';
import { Public } from '../../../../core/access/allow.decorator.js';
import { About, AcceptsPasses } from '../../protocol/package.decorators.js';
import { PackageGuard } from '../../protocol/package.guard.js';
import { CONAN_AUDIENCE } from './conan-audience.js';
import { ConanRoutes } from './conan-routes.js';

/** Packages of one project. The routes check access to it themselves, because some of them only concern credentials. */
@Controller('projects/:id/packages/conan/v1')
@Public()
@UseGuards(PackageGuard)
@About('instance')
@AcceptsPasses(CONAN_AUDIENCE)
export class ConanProjectController extends ConanRoutes {}
