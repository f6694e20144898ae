import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** Contract: triggers §9. */
const PENDING_HOURS = 24;

/** Whether the delay of a scheduled job, or the timeout of a running one, is over, for `ci_jobs j`. */
export const IS_DUE = sql`j.due_at <= now()`;

/** Whether no runner has taken the pending job, for `ci_jobs j`. */
export const IS_STUCK = sql`
  j.status = 'pending' and j.kind = 'build' and j.queued_at < now() - ${PENDING_HOURS} * interval '1 hour'`;

/** Whether the running job's runner is silent, for `ci_jobs j`. */
export const isLost = (afterSeconds: number): Sql => sql`
  j.status = 'running' and j.heartbeat_at < now() - ${afterSeconds} * interval '1 second'`;

/** Pending and running jobs, of `projects p`. */
export const UNENDED = sql`
  from projects p cross join lateral (
    select w.pipeline_id from ci_jobs w where w.project_id = p.id and w.status = 'pending' and w.kind = 'build'
    union all
    select r.pipeline_id from ci_jobs r where r.project_id = p.id and r.status = 'running' and r.kind = 'build') j`;

/** Whether the sweep of jobs has anything to do: no job is enqueued for it otherwise (contract: triggers §9, §12). */
export const isAnyJobDue = (lostAfterSeconds: number): Sql => sql`(
  exists (select 1 from ci_jobs j where ${IS_DUE} and j.status in ('scheduled', 'running'))
  or exists (select 1 from ci_jobs j where ${isLost(lostAfterSeconds)})
  or exists (select 1 from ci_jobs j where ${IS_STUCK})
  or exists (select 1 from ci_jobs j where j.artifacts_expire_at <= now())
  or exists (select 1 ${UNENDED} where p.pending_delete))`;
