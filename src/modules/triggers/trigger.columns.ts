import sql from 'sql-template-tag';

/**
 * The time of the newest pipeline that a token made, for `ci_triggers t`. It is not noted with every call: parallel ones
 * would wait for each other. The column keeps that of pipelines that are gone (contract: triggers §1).
 */
export const LAST_USED = sql`greatest(t.last_used_at, (
  select l.created_at from ci_pipelines l where l.trigger_id = t.id and l.yaml_errors is null order by l.id desc limit 1))`;
