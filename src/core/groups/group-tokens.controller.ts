import { Controller } from '@nestjs/common';
import { Allow } from '../access/allow.decorator.js';
import { ContainerTokenRoutes } from '../tokens/container-token-routes.js';
import { GROUP_MANAGER, groupContainer } from './group-members.js';
import type { Group } from './group.js';

/** Contract: core §4. */
@Controller('groups/:id/access_tokens')
@Allow({ on: 'group', role: GROUP_MANAGER })
export class GroupTokensController extends ContainerTokenRoutes<Group> {
  protected containerOf = groupContainer;
}
