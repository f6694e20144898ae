import { Controller } from '@nestjs/common';
import { Allow } from '../../core/access/allow.decorator.js';
import { ContainerMovesController } from './container-moves.controller.js';
import { MovedProjectResolver } from './container-target.resolvers.js';
import { KindMovesController } from './kind-moves.controller.js';
import { projectKind } from './kinds/project.kind.js';

@Controller('project_repository_storage_moves')
@Allow({ on: 'instance', role: 'admin' })
export class ProjectMovesController extends KindMovesController {
  protected override readonly kind = projectKind;
}

@Controller('projects/:id/repository_storage_moves')
@Allow({ on: MovedProjectResolver, role: 'admin', rightsFirst: true })
export class MovesOfProjectController extends ContainerMovesController {
  protected override readonly kind = projectKind;
}
