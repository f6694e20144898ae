import { Controller } from '@nestjs/common';
import { Allow } from '../access/allow.decorator.js';
import { Role } from '../access/role.js';
import { ContainerTokenRoutes } from '../tokens/container-token-routes.js';
import { groupContainer } from './group-members.js';
import type { Group } from './group.js';

/** Contract: core §4. */
@Controller('groups/:id/access_tokens')
@Allow({ on: 'group', role: Role.Owner })
export class GroupTokensController extends ContainerTokenRoutes<Group> {
  protected containerOf = groupContainer;
}
