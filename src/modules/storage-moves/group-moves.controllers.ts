import { Controller } from '@nestjs/common';
import { Allow } from '../../core/access/allow.decorator.js';
import { ContainerMovesController } from './container-moves.controller.js';
import { MovedGroupResolver } from './container-target.resolvers.js';
import { KindMovesController } from './kind-moves.controller.js';
import { groupKind } from './kinds/group.kind.js';

@Controller('group_repository_storage_moves')
@Allow({ on: 'instance', role: 'admin' })
export class GroupMovesController extends KindMovesController {
  protected override readonly kind = groupKind;
}

@Controller('groups/:id/repository_storage_moves')
@Allow({ on: MovedGroupResolver, role: 'admin', rightsFirst: true })
export class MovesOfGroupController extends ContainerMovesController {
  protected override readonly kind = groupKind;
}
