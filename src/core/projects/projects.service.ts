import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { forbidden, invalidField, IS_TAKEN, notFound } from '../../common/errors/catalogue.js';
import type { Page } from '../../common/pagination/page.js';
import type { PageRequest, SortDirection } from '../../common/pagination/page-request.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { randomToken } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import type { Tx } from '../../platform/database/database.js';
import type { Caller } from '../access/caller.js';
import { Role } from '../access/role.js';
import { AuditService } from '../audit/audit.service.js';
import { MembersRepository } from '../members/members.repository.js';
import { NamespacesRepository } from '../namespaces/namespaces.repository.js';
import { SettingsService } from '../settings/settings.service.js';
import type { Visibility } from '../settings/visibility.js';
import type { User } from '../users/user.js';
import { auditedProject, projectAsTarget } from './project-audit.js';
import { projectConditions } from './project-filters.js';
import type { ProjectFilters } from './project-filters.js';
import { ProjectPlaces } from './project-places.service.js';
import type { ProjectPlace } from './project-places.service.js';
import { pathFromName, refuseBadPath, refuseTooOpen } from './project-rules.js';
import type { Project } from './project.js';
import { levelOf } from './project.js';
import { ProjectsRepository } from './projects.repository.js';
import type { ProjectChanges } from './projects.repository.js';

export interface NewProject extends ProjectChanges {
  readonly namespaceId?: number | undefined;
}

export interface ProjectListRequest {
  readonly page: PageRequest;
  readonly orderBy?: string | undefined;
  readonly sort?: SortDirection | undefined;
}

/** Projects: where everything else of the product hangs (contract: core §6). */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly places: ProjectPlaces,
    private readonly namespaces: NamespacesRepository,
    private readonly members: MembersRepository,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
    private readonly database: Database,
    private readonly secrets: SecretBox,
  ) {}

  list(filters: ProjectFilters, request: ProjectListRequest, caller: Caller): Promise<Page<Project>> {
    return this.projects.pageOfAll(projectConditions(filters, caller), caller, request);
  }

  listInGroup(
    groupId: number,
    withSubgroups: boolean,
    filters: ProjectFilters,
    request: ProjectListRequest,
    caller: Caller,
  ): Promise<Page<Project>> {
    const below = sql`p.namespace_id in (select d.id from namespaces d where d.traversal_ids @> array[${groupId}::bigint])`;
    return this.listWithin(withSubgroups ? below : sql`p.namespace_id = ${groupId}`, filters, request, caller);
  }

  listOfUser(
    userId: number,
    filters: ProjectFilters,
    request: ProjectListRequest,
    caller: Caller,
  ): Promise<Page<Project>> {
    const own = sql`p.namespace_id = (select d.id from namespaces d where d.owner_id = ${userId})`;
    return this.listWithin(own, filters, request, caller);
  }

  /** Throws 404 or 403 for the namespace, 400 for path, visibility, limit. */
  create(input: NewProject, caller: Caller, ownerId = caller.userId): Promise<Project> {
    return this.database.transaction(async (tx) => {
      const place = await this.placeFor(input.namespaceId, caller, ownerId);
      const project = await this.columnsOf(input, place, ownerId);
      const id = await this.projects.insert(project);
      if (!(await this.namespaces.claimPath(`${place.fullPath}/${project.path}`, { projectId: id }))) {
        throw invalidField('path', IS_TAKEN);
      }
      await this.addMembers(id, place, ownerId, caller);
      const made = await this.get(id, caller);
      await this.audit.record(tx, caller, auditedProject(made), projectAsTarget(made), {
        custom_message: 'Project created',
      });
      return made;
    });
  }

  /** For an administrator: in that user's namespace, that user as creator. Throws 403 for accounts that have none. */
  createFor(user: User, input: NewProject, caller: Caller): Promise<Project> {
    return this.create(input, caller, user.id);
  }

  /** Throws 403 when the caller may not change a field, 400 for path and visibility. */
  update(project: Project, changes: ProjectChanges, caller: Caller): Promise<Project> {
    return this.database.transaction(async (tx) => {
      refuseOwnersFields(project, changes, caller);
      await this.namespaces.hold(project.namespaceId);
      if (!(await this.projects.lock(project.id))) {
        throw notFound('Project');
      }
      const held = await this.get(project.id, caller);
      await this.refuseBadChanges(held, changes);
      await this.projects.update(project.id, changes);
      await this.move(held, changes.path);
      const changed = await this.get(project.id, caller);
      await this.auditChanges(tx, held, changed, caller);
      return changed;
    });
  }

  archive(project: Project, archived: boolean, caller: Caller): Promise<Project> {
    return this.database.transaction(async (tx) => {
      await this.projects.update(project.id, { archived });
      const changed = await this.get(project.id, caller);
      if (project.archived !== archived) {
        const text = archived ? 'Project archived' : 'Project unarchived';
        await this.audit.record(tx, caller, auditedProject(changed), projectAsTarget(changed), {
          custom_message: text,
        });
      }
      return changed;
    });
  }

  /** The project as the caller sees it, whatever their rights; throws 404. */
  async get(id: number, caller: Caller): Promise<Project> {
    const project = await this.projects.find(id, caller);
    if (!project) {
      throw notFound('Project');
    }
    return project;
  }

  private listWithin(place: Sql, filters: ProjectFilters, request: ProjectListRequest, caller: Caller) {
    return this.projects.page([place, ...projectConditions(filters, caller)], caller, request);
  }

  private placeFor(namespaceId: number | undefined, caller: Caller, ownerId: number): Promise<ProjectPlace> {
    return namespaceId === undefined
      ? this.places.getPersonal(ownerId, caller)
      : this.places.getForCreation(namespaceId, caller);
  }

  private async columnsOf({ namespaceId: _, ...input }: NewProject, place: ProjectPlace, ownerId: number) {
    const settings = await this.settings.current();
    const path = input.path ?? pathFromName(input.name ?? '');
    const visibility: Visibility = input.visibility ?? settings.defaultProjectVisibility;
    refuseBadPath(path, place.fullPath);
    refuseTooOpen(visibility, place.visibility);
    await this.refuseOverLimit(place);
    return {
      ...input,
      path,
      name: input.name ?? path,
      visibility,
      namespaceId: place.id,
      creatorId: ownerId,
      defaultBranch: input.defaultBranch ?? settings.defaultBranchName,
      sharedRunnersEnabled: input.sharedRunnersEnabled ?? settings.sharedRunnersEnabled,
      runnersToken: this.secrets.seal(randomToken('slrt_')),
    };
  }

  private async refuseOverLimit(place: ProjectPlace): Promise<void> {
    if (place.kind !== 'user') {
      return;
    }
    const row = await this.database.row<{ limit: number }>(
      sql`select projects_limit as limit from users where id = ${place.ownerId} for no key update`,
    );
    const limit = row?.limit ?? 0;
    if ((await this.projects.countInNamespace(place.id)) >= limit) {
      throw invalidField('limit_reached', `Your project limit is ${limit} projects`);
    }
  }

  /**
   * Whose namespace it is, and who creates there, is Owner; in a group a Developer or Maintainer becomes Maintainer,
   * but a token's bot joins nothing (contract: core §4, §6).
   */
  private async addMembers(projectId: number, place: ProjectPlace, creatorId: number, caller: Caller): Promise<void> {
    const createdBy = caller.userId;
    if (place.kind === 'user') {
      const owners = new Set([place.ownerId ?? creatorId, creatorId]);
      for (const userId of owners) {
        await this.members.insert({ projectId, userId, level: Role.Owner, createdBy });
      }
    } else if (place.level > 0 && place.level < Role.Owner && !caller.isBot) {
      await this.members.insert({ projectId, userId: creatorId, level: Role.Maintainer, createdBy });
    }
  }

  private async refuseBadChanges(project: Project, changes: ProjectChanges): Promise<void> {
    if (changes.path !== undefined && changes.path !== project.path) {
      refuseBadPath(changes.path, project.namespaceFullPath);
    }
    if (changes.visibility !== undefined) {
      refuseTooOpen(changes.visibility, await this.holderVisibility(project));
    }
  }

  private async holderVisibility(project: Project): Promise<Visibility | null> {
    const row = await this.database.row<{ visibility: Visibility }>(
      sql`select visibility from groups where id = ${project.namespaceId} for share`,
    );
    return row?.visibility ?? null;
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

/** Visibility and path belong to the Owner (contract: core §6); sending the present value changes nothing. */
function refuseOwnersFields(project: Project, changes: ProjectChanges, caller: Caller): void {
  const moves = changes.path !== undefined && changes.path !== project.path;
  const opens = changes.visibility !== undefined && changes.visibility !== project.visibility;
  if ((moves || opens) && !caller.isAtLeast(Role.Owner, levelOf(project))) {
    throw forbidden();
  }
}
