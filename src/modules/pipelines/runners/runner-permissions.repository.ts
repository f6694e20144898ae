import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Caller } from '../../../core/access/caller.js';
import { visibleGroups, visibleProjects } from '../../../core/access/levels.sql.js';
import { Database } from '../../../platform/database/database.js';
import { boolean, select } from '../../../platform/database/typed-sql.js';
import { managedBy } from './runner-filters.js';

/** The permissions of a user on a runner. */
export interface RunnerPermission {
  /** Whether the runner serves the instance, or something that the user sees. */
  readonly isVisible: boolean;
  readonly mayManage: boolean;
}

/** Determines who sees and manages runners, from what they serve (contract: triggers §9). */
@Injectable()
export class RunnerPermissionsRepository {
  constructor(private readonly database: Database) {}

  /** Null when there is no such runner. */
  find(id: number, caller: Caller): Promise<RunnerPermission | null> {
    const projects = visibleProjects(caller) ?? sql`true`;
    const groups = visibleGroups(caller) ?? sql`true`;
    const columns = {
      mayManage: boolean`${caller.isAdmin} or ${managedBy(caller.userId)}`,
      isVisible: boolean`
        case n.runner_type
          when 'group_type' then exists (
            select 1 from groups g where g.id = n.group_id and not g.pending_delete and (${groups}))
          when 'project_type' then ${caller.isAdmin} or exists (
            select 1 from ci_runner_projects a join projects p on p.id = a.project_id
            where a.runner_id = n.id and not p.pending_delete and (${projects}))
          else true end`,
    };
    return this.database.row(select(columns, sql`from ci_runners n where n.id = ${id}`));
  }
}
