import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { boolean, nullable } from '../../../platform/database/typed-sql.js';
import { CiRunnerEntity } from './ci-runner.entity.js';

/** Whether a runner made contact recently; null if it never did, for `ci_runners n`. */
export const isOnline = (lostAfterSeconds: number): Sql =>
  sql`n.contacted_at > now() - ${lostAfterSeconds} * interval '1 second'`;

/** Columns of a {@link Runner}, for `ci_runners n`. */
export const runnerColumns = (lostAfterSeconds: number) => ({
  ...columnsOf(
    CiRunnerEntity,
    'n',
    'id',
    'groupId',
    'description',
    'maintenanceNote',
    'tags',
    'runUntagged',
    'isLocked',
    'isPaused',
    'accessLevel',
    'maximumTimeout',
    'name',
    'version',
    'revision',
    'platform',
    'architecture',
    'ipAddress',
    'contactedAt',
    'updatedAt',
  ),
  type: columnsOf(CiRunnerEntity, 'n').runnerType,
  /** Null while the runner has never made contact. */
  isOnline: nullable(boolean`${isOnline(lostAfterSeconds)}`),
});
