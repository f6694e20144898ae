import { Injectable } from '@nestjs/common';
import { forbidden, notFound } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../access/caller.js';
import type { Role } from '../../access/role.js';
import { NamespacesService } from '../../namespaces/namespaces.service.js';
import { Contributions } from '../../../platform/contributions/contributions.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { containerLayout } from '../../../platform/views/container-layout.js';
import type { Crumb } from '../../../platform/views/container-layout.js';
import { shownTabs } from '../../../platform/views/container-tabs.js';
import type { WebContext } from '../../web/web-context.js';
import { levelOf } from '../project.js';
import type { Project } from '../project.js';
import { ProjectByIdOrPath } from '../project-target.resolver.js';
import { ProjectTabs } from './project-tabs.js';

/** A project with the context of its pages. */
export interface ProjectPageContext {
  readonly project: Project;
  /** The address of the project's own page, which the addresses of its other pages begin with. */
  readonly address: string;
  /** A page under one of the tabs. */
  page(facts: { readonly tab: string; readonly title: string; readonly notice?: string }, content: Insert): Safe;
}

/** Opens the pages about projects, with breadcrumbs and tabs; modules contribute tabs of their own. */
@Injectable()
export class ProjectPagesService {
  constructor(
    private readonly projects: ProjectByIdOrPath,
    private readonly namespaces: NamespacesService,
    private readonly contributions: Contributions,
  ) {}

  /** The project at a path, for those who see its record by REST. Throws 404. */
  async open(path: string, { caller, frame }: WebContext): Promise<ProjectPageContext> {
    const target = /^\d+$/.test(path) ? null : await this.projects.resolveReference(path, caller);
    if (!target) {
      throw notFound('Project');
    }
    const { record: project } = target;
    const address = `/${project.fullPath}`;
    const contributed = this.contributions.to(ProjectTabs).flatMap(({ tabs }) => tabs);
    const shown = contributed.filter(({ least }) => least === undefined || caller.isAtLeast(least, levelOf(project)));
    const { tabs, settings } = shownTabs(shown, address);
    const crumbs = await this.crumbsOf(project, caller);
    return {
      project,
      address,
      page: ({ tab, title, notice }, content) =>
        containerLayout(
          { title: `${title} · ${project.fullName}`, frame, crumbs, tabs, settings, current: tab, notice },
          content,
        ),
    };
  }

  /** Like {@link open}, for pages of members with at least this role. Throws 404, and 403 below the role. */
  async openFor(least: Role, path: string, web: WebContext): Promise<ProjectPageContext> {
    const context = await this.open(path, web);
    if (!hasRole(context, least, web)) {
      throw forbidden();
    }
    return context;
  }

  private async crumbsOf(project: Project, caller: Caller): Promise<Crumb[]> {
    return [
      { name: project.namespaceFullPath, to: await this.namespaceAddress(project, caller) },
      { name: project.name, to: `/${project.fullPath}` },
    ];
  }

  /** Undefined for a group that the caller does not see: members of a project need not be members of its group. */
  private async namespaceAddress(project: Project, caller: Caller): Promise<string | undefined> {
    const { namespaceId, namespaceKind, namespaceFullPath, groupAccess } = project;
    if (namespaceKind !== 'group') {
      return `/${namespaceFullPath}`;
    }
    const isSeen = groupAccess !== null || (await this.namespaces.findGroup(namespaceId, caller)) !== null;
    return isSeen ? `/groups/${namespaceFullPath}` : undefined;
  }
}

/** Whether the user of the page has at least this role in its project. */
export const hasRole = ({ project }: ProjectPageContext, least: Role, { caller }: WebContext): boolean =>
  caller.isAtLeast(least, levelOf(project));
