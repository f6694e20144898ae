import { Injectable } from '@nestjs/common';
import { forbidden, invalidField, IS_TAKEN, notFound } from '../../common/errors/catalogue.js';
import type { Page } from '../../common/pagination/page.js';
import type { PageRequest, SortDirection } from '../../common/pagination/page-request.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/tx.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { AuditService } from '../audit/audit.service.js';
import { projectsWithin } from '../access/levels.sql.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { SpamCheckService } from '../spam/spam-check.service.js';
import type { SpamProof } from '../spam/spam-proof.js';
import type { User } from '../users/user.js';
import { auditedProject, projectAsTarget } from './project-audit.js';
import { projectConditions } from './project-filters.js';
import type { ProjectFilters } from './project-filters.js';
import { ProjectDefaultBranchService } from './project-default-branch.service.js';
import { ProjectSpaceService } from './project-space.service.js';
import type { SpaceChanges } from './project-space.service.js';
import { refuseBadPath, refuseTooOpen } from './project-rules.js';
import type { Project } from './project.js';
import { levelOf } from './project.js';
import { ProjectsRepository } from './projects.repository.js';
import type { ProjectChanges } from './projects.repository.js';

export interface ProjectListRequest {
  readonly page: PageRequest;
  readonly orderBy?: string | undefined;
  readonly sort?: SortDirection | undefined;
}

/** Stands for no namespace: bots have none of their own. */
const NO_NAMESPACE = 0;

/** Changes of a project, including those of what other modules store. */
export interface ProjectUpdate extends ProjectChanges, SpaceChanges {}

/** Reads and changes projects (contract: core §6). */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly namespaces: NamespacesRepository,
    private readonly branches: ProjectDefaultBranchService,
    private readonly spam: SpamCheckService,
    private readonly space: ProjectSpaceService,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  list(filters: ProjectFilters, request: ProjectListRequest, caller: Caller): Promise<Page<Project>> {
    return this.projects.pageOfAll(projectConditions(filters, caller), caller, request);
  }

  listInGroup(
    { id: groupId, level }: { readonly id: number; readonly level: number },
    withSubgroups: boolean,
    filters: ProjectFilters,
    request: ProjectListRequest,
    caller: Caller,
  ): Promise<Page<Project>> {
    const conditions = projectConditions(filters, caller, level);
    return this.projects.page([projectsWithin(groupId, withSubgroups), ...conditions], caller, request);
  }

  /** The projects in the user's own namespace. */
  async listOfUser(
    { namespaceId }: Pick<User, 'namespaceId'>,
    filters: ProjectFilters,
    request: ProjectListRequest,
    caller: Caller,
  ): Promise<Page<Project>> {
    const owned = projectsWithin(namespaceId ?? NO_NAMESPACE, false);
    return this.projects.page([owned, ...projectConditions(filters, caller)], caller, request);
  }

  /** Throws 403 when the caller may not change a field, 400 for path, visibility and spam, 409 for a CAPTCHA. */
  async update(project: Project, update: ProjectUpdate, caller: Caller, proof: SpamProof): Promise<Project> {
    const { imageSizeLimit, storage, ...changes } = update;
    refuseOwnersFields(project, changes, caller);
    refuseAdministratorsFields(update, caller);
    await this.refuseSpam(project, changes, caller, proof);
    await this.branches.refuseMissing(project, changes.defaultBranch);
    const changed = await this.database.transaction(async (tx) => {
      await this.namespaces.hold(project.namespaceId);
      if (!(await this.projects.lock(project.id))) {
        throw notFound('Project');
      }
      const held = await this.get(project.id, caller);
      await this.refuseBadChanges(held, changes);
      const switches = { ...held.switches, ...changes.switches };
      await this.projects.update(project.id, { ...changes, switches });
      await this.move(held, changes.path);
      const changed = await this.get(project.id, caller);
      await this.auditChanges(tx, held, changed, caller);
      await this.space.change(tx, changed, { imageSizeLimit, storage }, caller);
      return changed;
    });
    await this.branches.follow(project, changed);
    return changed;
  }

  /** Throws 404 when the project has been deleted in the meantime. */
  setArchived({ id }: Project, archived: boolean, caller: Caller): Promise<Project> {
    return this.database.transaction(async (tx) => {
      if (!(await this.projects.lock(id))) {
        throw notFound('Project');
      }
      const held = await this.get(id, caller);
      await this.projects.update(id, { archived });
      const changed = await this.get(id, caller);
      if (held.archived !== archived) {
        const text = archived ? 'Project archived' : 'Project unarchived';
        await this.audit.record(tx, caller, auditedProject(changed), projectAsTarget(changed), {
          custom_message: text,
        });
      }
      return changed;
    });
  }

  /** The project with the caller's level, without a check of their rights. Throws 404. */
  async get(id: number, caller: Caller): Promise<Project> {
    const project = await this.projects.find(id, caller);
    if (!project) {
      throw notFound('Project');
    }
    return project;
  }

  /** Checks name and description where one of them or the visibility changes; unchanged ones were checked before. */
  private async refuseSpam(project: Project, changes: ProjectChanges, caller: Caller, proof: SpamProof): Promise<void> {
    const { name = project.name, description = project.description, visibility = project.visibility } = changes;
    if (name !== project.name || description !== project.description || visibility !== project.visibility) {
      await this.spam.check({ type: 'project', caller, visibility, title: name, text: description ?? '', proof });
    }
  }

  private async refuseBadChanges(project: Project, changes: ProjectChanges): Promise<void> {
    if (changes.path !== undefined && changes.path !== project.path) {
      refuseBadPath(changes.path, project.namespaceFullPath);
    }
    if (changes.visibility !== undefined) {
      refuseTooOpen(changes.visibility, await this.projects.holderVisibility(project.namespaceId));
    }
  }

  private async move(project: Project, path: string | undefined): Promise<void> {
    if (path === undefined || path === project.path) {
      return;
    }
    if (!(await this.namespaces.renamePath(project.fullPath, `${project.namespaceFullPath}/${path}`))) {
      throw invalidField('path', IS_TAKEN);
    }
  }

  private async auditChanges(tx: Tx, before: Project, after: Project, caller: Caller): Promise<void> {
    const fields = ['visibility', 'containerRegistryAccessLevel', 'fullPath'] as const;
    for (const field of fields.filter((name) => before[name] !== after[name])) {
      const change = { change: AUDITED_NAMES[field], from: before[field], to: after[field] };
      await this.audit.record(tx, caller, auditedProject(after), projectAsTarget(after), change);
    }
  }
}

const AUDITED_NAMES = {
  visibility: 'visibility',
  containerRegistryAccessLevel: 'container_registry_access_level',
  fullPath: 'path',
} as const;

/**
 * Throws 403 where someone below Owner changes visibility or path (contract: core §6); the present values may be sent.
 */
function refuseOwnersFields(project: Project, changes: ProjectChanges, caller: Caller): void {
  const moves = changes.path !== undefined && changes.path !== project.path;
  const opens = changes.visibility !== undefined && changes.visibility !== project.visibility;
  if ((moves || opens) && !caller.isAtLeast(Role.Owner, levelOf(project))) {
    throw forbidden();
  }
}

function refuseAdministratorsFields({ imageSizeLimit }: ProjectUpdate, caller: Caller): void {
  if (imageSizeLimit !== undefined && !caller.isAdmin) {
    throw forbidden();
  }
}
