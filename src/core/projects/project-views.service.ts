import { Injectable } from '@nestjs/common';
import type { Page } from '../../common/pagination/page.js';
import { Env } from '../../platform/config/env.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { presentImageSpace, presentProject, presentSimpleProject } from './project.presenter.js';
import { presentStatistics } from './project-statistics.presenter.js';
import { ProjectSpaceService } from './project-space.service.js';
import { ProjectStatisticsService } from './project-statistics.service.js';
import type { ProjectFigures } from './project-figures.js';
import { levelOf } from './project.js';
import type { Project } from './project.js';

export interface ListedForm {
  readonly simple?: boolean | undefined;
  readonly statistics?: boolean | undefined;
}

/** Presents projects with addresses, statistics, and for Maintainers the decrypted registration token of runners. */
@Injectable()
export class ProjectViewsService {
  constructor(
    private readonly env: Env,
    private readonly secrets: SecretBox,
    private readonly statistics: ProjectStatisticsService,
    private readonly space: ProjectSpaceService,
  ) {}

  /** The record as lists show it. */
  full(project: Project, viewer: Caller) {
    const manages = viewer.isAtLeast(Role.Maintainer, levelOf(project));
    const token = manages && project.runnersToken ? this.secrets.openCached(project.runnersToken) : null;
    return presentProject(project, viewer, this.env, manages ? token : undefined);
  }

  /**
   * The record of a single project, with statistics for Reporters who asked for them, and the size of its images for
   * Maintainers.
   */
  async detailed(project: Project, viewer: Caller, wantsStatistics = false) {
    const figures = await this.figuresOf([project], viewer, wantsStatistics);
    const manages = viewer.isAtLeast(Role.Maintainer, levelOf(project));
    const space = manages ? presentImageSpace(await this.space.imagesOf(project)) : {};
    return { ...this.withStatistics(project, viewer, figures), ...space };
  }

  /** The rows of a list: short records on demand, and always for anonymous callers (contract: core §6). */
  async listed(found: Page<Project>, viewer: Caller, { simple = false, statistics = false }: ListedForm) {
    if (simple && !viewer.isAnonymous) {
      return found.map((project) => presentSimpleProject(project, this.env));
    }
    const figures = await this.figuresOf(found.items, viewer, statistics);
    return found.map((project) => this.withStatistics(project, viewer, figures));
  }

  private withStatistics(project: Project, viewer: Caller, figures: ReadonlyMap<number, ProjectFigures>) {
    const own = figures.get(project.id);
    const view = this.full(project, viewer);
    return own ? { ...view, statistics: presentStatistics(own) } : view;
  }

  private async figuresOf(projects: readonly Project[], viewer: Caller, wanted: boolean) {
    const open = wanted ? projects.filter((project) => viewer.isAtLeast(Role.Reporter, levelOf(project))) : [];
    return this.statistics.of(open.map(({ id }) => id));
  }
}
