import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { isOnline } from '../jobs/ci-job.columns.js';
import { Env } from '../../../platform/config/env.js';
import { digestOf } from '../../../platform/crypto/random.js';
import { Database } from '../../../platform/database/database.js';
import { Lists } from '../../../platform/database/list-query.js';
import type { ListDefinition } from '../../../platform/database/list-query.js';
import type { Runner, RunnerFacts, RunnerFields, RunnerTarget, RunnerReach } from './runner.js';

/** A contact is noted again after this time: runners ask every few seconds. */
const NOTE_SECONDS = 10;

export interface NewRunner {
  readonly reach: RunnerReach;
  readonly fields: RunnerFields;
  readonly facts: RunnerFacts;
  readonly token: string;
  /** Null for one that registered itself. */
  readonly createdBy: number | null;
}

/** Runners, found by the digest of their token (contract: triggers §9, §13). */
@Injectable()
export class RunnersRepository {
  private readonly columns: Sql;
  private readonly list: ListDefinition<Runner>;

  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    { ciRunnerLostAfter }: Env,
  ) {
    this.columns = sql`
      n.id, n.runner_type as type, n.group_id as "groupId", n.description, n.maintenance_note as "maintenanceNote",
      to_json(n.tags) as tags, n.run_untagged as "runUntagged", n.is_locked as "isLocked", n.is_paused as "isPaused",
      n.access_level as "accessLevel", n.maximum_timeout as "maximumTimeout", n.name, n.version, n.revision, n.platform,
      n.architecture, n.ip_address as "ipAddress", n.contacted_at as "contactedAt", n.updated_at as "updatedAt",
      ${isOnline(ciRunnerLostAfter)} as "isOnline"`;
    this.list = {
      type: 'Ci::Runner',
      select: this.columns,
      from: sql`ci_runners n`,
      id: { sql: sql`n.id`, of: (row) => row.id, type: 'bigint' },
      sorts: {},
      defaultSort: { by: 'id', direction: 'asc' },
    };
  }

  page(where: readonly Sql[], page: PageRequest): Promise<Page<Runner>> {
    return this.lists.page(this.list, where, { page });
  }

  find(id: number): Promise<Runner | null> {
    return this.database.row<Runner>(sql`select ${this.columns} from ci_runners n where n.id = ${id}`);
  }

  findByToken(token: string): Promise<Runner | null> {
    return this.database.row<Runner>(sql`select ${this.columns} from ci_runners n where n.digest = ${digestOf(token)}`);
  }

  async insert({ reach, fields, facts, token, createdBy }: NewRunner): Promise<number> {
    const row = await this.database.row<{ id: number }>(sql`
      insert into ci_runners (runner_type, group_id, digest, description, maintenance_note, tags, run_untagged, is_locked,
                              is_paused, access_level, maximum_timeout, name, version, revision, platform, architecture,
                              created_by)
      values (${reach.type}, ${reach.type === 'group_type' ? reach.groupId : null}, ${digestOf(token)},
              ${fields.description}, ${fields.maintenanceNote}, ${[...fields.tags]}, ${fields.runUntagged},
              ${fields.isLocked}, ${fields.isPaused}, ${fields.accessLevel}, ${fields.maximumTimeout}, ${facts.name},
              ${facts.version}, ${facts.revision}, ${facts.platform}, ${facts.architecture}, ${createdBy})
      returning id`);
    if (!row) {
      throw new Error('The runner that was just made is missing.');
    }
    if (reach.type === 'project_type') {
      await this.assign(row.id, reach.projectId);
    }
    return row.id;
  }

  async update(id: number, fields: RunnerFields): Promise<void> {
    await this.database.run(sql`
      update ci_runners
      set description = ${fields.description}, maintenance_note = ${fields.maintenanceNote}, tags = ${[...fields.tags]},
          run_untagged = ${fields.runUntagged}, is_locked = ${fields.isLocked}, is_paused = ${fields.isPaused},
          access_level = ${fields.accessLevel}, maximum_timeout = ${fields.maximumTimeout}, updated_at = now()
      where id = ${id}`);
  }

  /** It was heard of; what it does not say of itself stays. */
  async noteContact(id: number, facts: Partial<RunnerFacts>, address: string): Promise<void> {
    await this.database.run(sql`
      update ci_runners
      set contacted_at = now(), ip_address = ${address}, name = coalesce(${facts.name ?? null}, name),
          version = coalesce(${facts.version ?? null}, version), revision = coalesce(${facts.revision ?? null}, revision),
          platform = coalesce(${facts.platform ?? null}, platform),
          architecture = coalesce(${facts.architecture ?? null}, architecture)
      where id = ${id} and (contacted_at is null or contacted_at < now() - ${NOTE_SECONDS} * interval '1 second')`);
  }

  async delete(id: number): Promise<boolean> {
    return (await this.database.run(sql`delete from ci_runners where id = ${id}`)) > 0;
  }

  /** False when it is assigned already. */
  async assign(id: number, projectId: number): Promise<boolean> {
    const added = await this.database.run(sql`
      insert into ci_runner_projects (runner_id, project_id) values (${id}, ${projectId}) on conflict do nothing`);
    return added > 0;
  }

  /** False when it was not assigned. */
  async unassign(id: number, projectId: number): Promise<boolean> {
    const removed = await this.database.run(
      sql`delete from ci_runner_projects where runner_id = ${id} and project_id = ${projectId}`,
    );
    return removed > 0;
  }

  /** Projects that it is assigned to, and its group. */
  async targets(id: number): Promise<{ projects: RunnerTarget[]; groups: RunnerTarget[] }> {
    const projects = await this.database.rows<RunnerTarget>(sql`
      select p.id, p.name, p.path, r.path as "fullPath", nn.name || ' / ' || p.name as "fullName"
      from ci_runner_projects a join projects p on p.id = a.project_id and not p.pending_delete
        join routes r on r.project_id = p.id join namespaces nn on nn.id = p.namespace_id
      where a.runner_id = ${id} order by p.id`);
    const groups = await this.database.rows<RunnerTarget>(sql`
      select g.id, g.name, g.path, r.path as "fullPath", g.name as "fullName"
      from ci_runners n join namespaces g on g.id = n.group_id join routes r on r.namespace_id = g.id where n.id = ${id}`);
    return { projects, groups };
  }
}
