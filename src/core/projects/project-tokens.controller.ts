import { Controller } from '@nestjs/common';
import { Allow } from '../access/allow.decorator.js';
import { Role } from '../access/role.js';
import { ContainerTokenRoutes } from '../tokens/container-token-routes.js';
import { projectContainer } from './project-members.js';
import type { Project } from './project.js';

/** Contract: core §4. */
@Controller('projects/:id/access_tokens')
@Allow({ on: 'project', role: Role.Maintainer })
export class ProjectTokensController extends ContainerTokenRoutes<Project> {
  protected containerOf = projectContainer;
}
