import sql from 'sql-template-tag';
import { OWNER } from '../../core/users/user.columns.js';
import { columnsOf } from '../../platform/database/columns-of.js';
import { nullable, text, timestamptz } from '../../platform/database/typed-sql.js';
import { TriggerEntity } from './trigger.entity.js';

/**
 * The time of the newest pipeline that a token started, for `ci_triggers t`. It is not written on every call, because
 * parallel calls would wait for each other. The column keeps the time of deleted pipelines (contract: triggers §1).
 */
export const LAST_USED = sql`greatest(t.last_used_at, (
  select l.created_at from ci_pipelines l
  where l.trigger_id between t.id and t.id and l.yaml_errors is null order by l.trigger_id desc, l.id desc limit 1))`;

/** Columns of a {@link Trigger}, for `ci_triggers t` with {@link TRIGGER_JOIN}. */
export const TRIGGER_COLUMNS = {
  ...columnsOf(
    TriggerEntity,
    't',
    'id',
    'projectId',
    'ownerId',
    'description',
    'token',
    'firstFour',
    'expiresAt',
    'allowedRefs',
    'allowedVariables',
    'createdAt',
    'updatedAt',
  ),
  previousValidUntil: nullable(timestamptz`case when t.previous_valid_until > now() then t.previous_valid_until end`),
  lastUsedAt: nullable(timestamptz`${LAST_USED}`),
  owner: OWNER,
};

export const TRIGGER_JOIN = sql`left join users o on o.id = t.owner_id`;

/** The data that a call with the token needs, for `ci_triggers t` with {@link LIVE_TRIGGER_JOIN}. */
export const LIVE_TRIGGER_COLUMNS = {
  ...columnsOf(TriggerEntity, 't', 'id', 'projectId', 'ownerId', 'firstFour', 'allowedRefs', 'allowedVariables'),
  projectPath: text`r.path`,
};

/** A token ends when its project is deleted (contract: core §10). */
export const LIVE_TRIGGER_JOIN = sql`
  join projects p on p.id = t.project_id and not p.pending_delete join routes r on r.project_id = p.id`;
