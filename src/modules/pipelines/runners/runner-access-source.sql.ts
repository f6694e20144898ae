import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { AccessSource } from '../../../core/access-report/access-source.sql.js';
import type { MemberContainer } from '../../../core/members/member.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';

/** Runners that receive code and secrets of the project, or of all projects below the group (contract: core §15.4). */
@Injectable()
@Contributes(AccessSource)
export class RunnerAccessSource extends AccessSource {
  override select({ type, id, traversalIds }: MemberContainer): Sql {
    return sql`
      select 'runner', n.id, coalesce(n.description, n.name, 'runner ' || n.id), null::integer, '{}'::text[], n.created_at,
             n.contacted_at, null::text
      from ci_runners n
      where n.group_id = any(${[...traversalIds]}::bigint[])
        or n.id in (select a.runner_id from ci_runner_projects a where a.project_id = ${type === 'project' ? id : null})
        or n.runner_type = 'instance_type' and exists (
          select 1 from projects p where p.id = ${type === 'project' ? id : null} and p.shared_runners_enabled)`;
  }
}
