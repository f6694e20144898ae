import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ALERT_COLUMNS } from '../records/alert.columns.js';
import { AlertEntity } from '../records/alert.entity.js';
import type { Alert } from '../records/alert.js';

const DUE = columnsOf(AlertEntity, 'a', 'id', 'integrationId');
export type DueAlert = RowOf<typeof DUE>;

const IS_DUE = sql`
  a.status in ('triggered', 'acknowledged') and a.last_event_at <= now() - i.auto_resolve_after * interval '1 second'`;

/** Whether there is an alert to resolve. */
export const IS_ANY_ALERT_DUE = sql`
  exists (select 1 from alert_integrations i join alerts a on a.integration_id = i.id and ${IS_DUE}
          where i.auto_resolve_after is not null)`;

/** Alerts without events for the time configured in their integration (contract: alerts §8.6). */
@Injectable()
export class AutoResolveRepository {
  constructor(private readonly database: Database) {}

  due(limit: number): Promise<DueAlert[]> {
    return this.database.rows(
      select(
        DUE,
        sql`from alert_integrations i cross join lateral (
            select * from alerts a where a.integration_id = i.id and ${IS_DUE} order by a.last_event_at limit ${limit}) a
          where i.auto_resolve_after is not null order by a.last_event_at, a.id limit ${limit}`,
      ),
    );
  }

  /** Returns null if the alert has fired again or has been changed. */
  resolve(id: number): Promise<Alert | null> {
    return this.database.row(
      returning(
        ALERT_COLUMNS,
        sql`
          update alerts a set status = 'resolved', ended_at = now(), updated_at = now()
          from alert_integrations i where a.id = ${id} and i.id = a.integration_id and ${IS_DUE}`,
      ),
    );
  }
}
