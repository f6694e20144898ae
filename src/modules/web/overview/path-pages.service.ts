import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { GroupPagesService } from '../../../core/groups/pages/group-pages.service.js';
import { ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import { ProjectsService } from '../../../core/projects/projects.service.js';
import type { WebContext } from '../../../core/web/web-context.js';
import type { User } from '../../../core/users/user.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import { Env } from '../../../platform/config/env.js';
import type { Safe } from '../../../platform/views/html.js';
import { GroupOverviewService } from './group-overview.service.js';
import { projectPage } from './project.page.js';
import { userPage } from './user.page.js';

const FIRST = { kind: 'offset', page: 1, perPage: 20 } as const;

/** Finds the project, group or user at a path (contract: core §2 Paths). */
@Injectable()
export class PathPagesService {
  constructor(
    private readonly projects: ProjectPagesService,
    private readonly projectLists: ProjectsService,
    private readonly groups: GroupPagesService,
    private readonly overview: GroupOverviewService,
    private readonly users: UsersRepository,
    private readonly env: Env,
  ) {}

  /** Throws 404. */
  find(path: string, web: WebContext): Promise<Safe> {
    return path.includes('/') ? this.project(path, web) : this.userOrGroup(path, web);
  }

  /** Returns null if there is nothing that the viewer can see. */
  findOrNone(path: string, web: WebContext): Promise<Safe | null> {
    return this.find(path, web).catch(absent);
  }

  /** Returns the page of a project or a subgroup, which share their addresses. */
  private async project(path: string, web: WebContext): Promise<Safe> {
    const context = await this.projects.open(path, web).catch(absent);
    return context ? projectPage(context, this.env) : this.overview.show(path, web, FIRST);
  }

  private async userOrGroup(path: string, web: WebContext): Promise<Safe> {
    const user = await this.users.findByUsername(path);
    if (!user || !mayMeet(user, web)) {
      return this.overview.show(path, web, FIRST);
    }
    const request = { page: FIRST, orderBy: 'last_activity_at' };
    const projects = await this.projectLists.listOfUser(user, {}, request, web.caller);
    return userPage(user, projects, web);
  }
}

/**
 * Signed-in users see all users, as in REST; anonymous viewers see active human users, whose names public records show.
 */
const mayMeet = ({ kind, state }: User, { caller }: WebContext): boolean =>
  !caller.isAnonymous || (kind === 'human' && state === 'active');

function absent(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) {
    return null;
  }
  throw error;
}
