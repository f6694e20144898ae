import { Controller } from '@nestjs/common';
import { Allow } from '../access/allow.decorator.js';
import { ContainerTokenRoutes } from '../tokens/container-token-routes.js';
import { PROJECT_MANAGER, projectContainer } from './project-members.js';
import type { Project } from './project.js';

/** Contract: core §4. */
@Controller('projects/:id/access_tokens')
@Allow({ on: 'project', role: PROJECT_MANAGER })
export class ProjectTokensController extends ContainerTokenRoutes<Project> {
  protected containerOf = projectContainer;
}
