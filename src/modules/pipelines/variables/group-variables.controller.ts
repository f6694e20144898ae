import { Controller } from '@nestjs/common';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Role } from '../../../core/access/role.js';
import type { Group } from '../../../core/groups/group.js';
import { VariableRoutes } from './variable-routes.js';

/** Contract: triggers §11. */
@Controller('groups/:id/variables')
@Allow({ on: 'group', role: Role.Owner })
export class GroupVariablesController extends VariableRoutes<Group> {
  protected ownerOf({ id }: Group) {
    return { groupId: id };
  }
}
