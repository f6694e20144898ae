import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { NamespaceEntity } from '../../../core/namespaces/namespace.entity.js';
import { ProjectEntity } from '../../../core/projects/project.entity.js';
import { Env } from '../../../platform/config/env.js';
import { digestOf } from '../../../platform/crypto/random.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import type { ListDefinition } from '../../../platform/database/list-query.js';
import type { ListCondition } from '../../../platform/database/list-range.js';
import { select, text } from '../../../platform/database/typed-sql.js';
import { CiRunnerEntity } from './ci-runner.entity.js';
import { CiRunnerProjectEntity } from './ci-runner-project.entity.js';
import { runnerColumns } from './runner.columns.js';
import type { Runner, RunnerFacts, RunnerFields, RunnerTarget, RunnerReach } from './runner.js';

/** Seconds before a contact is recorded again: runners send requests every few seconds. */
const NOTE_SECONDS = 10;

export interface NewRunner {
  readonly reach: RunnerReach;
  readonly fields: RunnerFields;
  readonly facts: RunnerFacts;
  readonly token: string;
  /** Null for a runner that registered itself. */
  readonly createdBy: number | null;
}

/** Columns of a {@link RunnerTarget}, for `projects p` in `namespaces nn`. */
const PROJECT_COLUMNS = {
  ...columnsOf(ProjectEntity, 'p', 'id', 'name', 'path'),
  fullPath: text`r.path`,
  fullName: text`nn.name || ' / ' || p.name`,
};
const GROUP_COLUMNS = {
  ...columnsOf(NamespaceEntity, 'g', 'id', 'name', 'path'),
  fullPath: text`r.path`,
  fullName: text`g.name`,
};

/** Runners; their tokens are looked up by digest (contract: triggers §9, §13). */
@Injectable()
export class RunnersRepository {
  private readonly columns: ReturnType<typeof runnerColumns>;
  private readonly list: ListDefinition<Runner>;

  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    { ciRunnerLostAfter }: Env,
  ) {
    this.columns = runnerColumns(ciRunnerLostAfter);
    this.list = listOf({
      type: 'Ci::Runner',
      columns: this.columns,
      from: sql`ci_runners n`,
      defaultSort: { by: 'id', direction: 'asc' },
    });
  }

  page(where: readonly ListCondition[], page: PageRequest): Promise<Page<Runner>> {
    return this.lists.page(this.list, where, { page });
  }

  find(id: number): Promise<Runner | null> {
    return this.database.lookup(select(this.columns, sql`from ci_runners n where n.id = ${id}`));
  }

  /** Like {@link find}, but locks the row until the transaction ends. */
  lock(id: number): Promise<Runner | null> {
    return this.database.row(select(this.columns, sql`from ci_runners n where n.id = ${id} for no key update`));
  }

  findByToken(token: string): Promise<Runner | null> {
    return this.database.lookup(select(this.columns, sql`from ci_runners n where n.digest = ${digestOf(token)}`));
  }

  async insert({ reach, fields, facts, token, createdBy }: NewRunner): Promise<number> {
    const id = await this.database.insert(CiRunnerEntity, {
      ...fields,
      ...facts,
      runnerType: reach.type,
      groupId: reach.type === 'group_type' ? reach.groupId : null,
      digest: digestOf(token),
      createdBy,
    });
    if (reach.type === 'project_type') {
      await this.assign(id, reach.projectId);
    }
    return id;
  }

  async update(id: number, fields: RunnerFields): Promise<void> {
    await this.database.repository(CiRunnerEntity).update(id, { ...fields, updatedAt: () => 'now()' });
  }

  /** Records a contact of the runner; facts that it does not report are unchanged. */
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
    const { affected } = await this.database.repository(CiRunnerEntity).delete(id);
    return affected === 1;
  }

  /** Returns false when the runner is already assigned to the project. */
  async assign(id: number, projectId: number): Promise<boolean> {
    const added = await this.database.run(sql`
      insert into ci_runner_projects (runner_id, project_id) values (${id}, ${projectId}) on conflict do nothing`);
    return added > 0;
  }

  /** Returns false when the runner was not assigned to the project. */
  async unassign(runnerId: number, projectId: number): Promise<boolean> {
    const { affected } = await this.database.repository(CiRunnerProjectEntity).delete({ runnerId, projectId });
    return affected === 1;
  }

  /** Returns the projects that the runner is assigned to, and its group. */
  async targets(id: number): Promise<{ projects: RunnerTarget[]; groups: RunnerTarget[] }> {
    const projects = await this.database.rows(
      select(
        PROJECT_COLUMNS,
        sql`from ci_runner_projects a join projects p on p.id = a.project_id and not p.pending_delete
            join routes r on r.project_id = p.id join namespaces nn on nn.id = p.namespace_id
          where a.runner_id = ${id} order by p.id`,
      ),
    );
    const groups = await this.database.rows(
      select(
        GROUP_COLUMNS,
        sql`from ci_runners n join namespaces g on g.id = n.group_id join routes r on r.namespace_id = g.id
          where n.id = ${id}`,
      ),
    );
    return { projects, groups };
  }
}
