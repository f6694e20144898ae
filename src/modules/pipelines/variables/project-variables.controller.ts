import { Controller } from '@nestjs/common';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { VariableRoutes } from './variable-routes.js';

/** Contract: triggers §11. */
@Controller('projects/:id/variables')
@Allow({ on: 'project', role: Role.Maintainer })
export class ProjectVariablesController extends VariableRoutes<Project> {
  protected ownerOf({ id }: Project) {
    return { projectId: id };
  }
}
