import { Injectable } from '@nestjs/common';
import { forbidden, invalidField, IS_TAKEN, notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Group } from '../../../core/groups/group.js';
import { CiJobRecordsRepository } from '../records/ci-job-records.repository.js';
import type { JobFilter } from '../records/ci-job-records.repository.js';
import type { CiJob } from '../jobs/ci-job.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import { Database } from '../../../platform/database/database.js';
import { managedRunnerSet, runnerConditions, servingGroup, servingProject } from './runner-filters.js';
import { RunnerPermissionsRepository } from './runner-permissions.repository.js';
import { IS_IDLE, withChanges } from './runner.js';
import type { Runner, RunnerChanges, RunnerFields, RunnerFilters } from './runner.js';
import { RunnersRepository } from './runners.repository.js';

/** Reads and changes runners for users (contract: triggers §9). */
@Injectable()
export class RunnersService {
  constructor(
    private readonly runners: RunnersRepository,
    private readonly permissions: RunnerPermissionsRepository,
    private readonly jobs: CiJobRecordsRepository,
    private readonly database: Database,
    private readonly env: Env,
  ) {}

  /** Runners that the caller manages by a role. */
  own(caller: Caller, filters: RunnerFilters, page: PageRequest): Promise<Page<Runner>> {
    return this.runners.page([managedRunnerSet(caller.userId), ...this.conditions(filters)], page);
  }

  all(filters: RunnerFilters, page: PageRequest): Promise<Page<Runner>> {
    return this.runners.page(this.conditions(filters), page);
  }

  /** Runners that take jobs of the project. */
  ofProject(project: Project, filters: RunnerFilters, page: PageRequest): Promise<Page<Runner>> {
    return this.runners.page([servingProject(project), ...this.conditions(filters)], page);
  }

  ofGroup(group: Group, filters: RunnerFilters, page: PageRequest): Promise<Page<Runner>> {
    return this.runners.page([servingGroup(group), ...this.conditions(filters)], page);
  }

  /** Absent fields are unchanged, even if another request changes them at the same time. */
  update({ id }: Runner, changes: RunnerChanges): Promise<Runner> {
    return this.database.transaction(async () => {
      const fields = withChanges(found(await this.runners.lock(id)), changes);
      refuseIdle(fields);
      await this.runners.update(id, fields);
      return this.get(id);
    });
  }

  async delete(runner: Runner): Promise<void> {
    if (!(await this.runners.delete(runner.id))) {
      throw notFound('Runner');
    }
  }

  /**
   * Assigns a project runner to one more project. Throws 404; 403 for other types, locked runners, and runners that the
   * caller does not manage.
   */
  async assign(project: Project, id: number, caller: Caller): Promise<Runner> {
    const runner = await this.ofProjects(id, caller);
    if (runner.isLocked) {
      throw forbidden('Runner is locked');
    }
    if (!(await this.runners.assign(id, project.id))) {
      throw invalidField('runner_id', IS_TAKEN);
    }
    return runner;
  }

  /** Throws 404 for a runner that is not assigned to the project. */
  async unassign(project: Project, id: number): Promise<void> {
    if (!(await this.runners.unassign(id, project.id))) {
      throw notFound('Runner');
    }
  }

  /** Jobs that the runner ran, in projects that the caller sees. */
  jobsOf({ id }: Runner, filter: JobFilter, caller: Caller, page: PageRequest): Promise<Page<CiJob>> {
    return this.jobs.ofRunner(id, filter, caller, page);
  }

  private async ofProjects(id: number, caller: Caller): Promise<Runner> {
    const permission = await this.permissions.find(id, caller);
    if (!permission?.isVisible) {
      throw notFound('Runner');
    }
    const runner = await this.get(id);
    if (!permission.mayManage || runner.type !== 'project_type') {
      throw forbidden();
    }
    return runner;
  }

  private async get(id: number): Promise<Runner> {
    return found(await this.runners.find(id));
  }

  private conditions(filters: RunnerFilters) {
    return runnerConditions(filters, this.env.ciRunnerLostAfter);
  }
}

function found(runner: Runner | null): Runner {
  if (!runner) {
    throw notFound('Runner');
  }
  return runner;
}

/** Throws 400 for a runner that would take no jobs at all. */
function refuseIdle({ runUntagged, tags }: RunnerFields): void {
  if (!runUntagged && tags.length === 0) {
    throw invalidField('tags_list', IS_IDLE);
  }
}
