import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import type { AlertStatus } from '../alert-words.js';
import { ALERT_COLUMNS, FULL_ALERT_COLUMNS } from './alert.columns.js';
import type { Alert, FullAlert } from './alert.js';

/** Reads and changes single alerts on behalf of users (contract: alerts §2.2, §3). */
@Injectable()
export class AlertsRepository {
  constructor(private readonly database: Database) {}

  find(projectId: number, iid: number): Promise<FullAlert | null> {
    return this.database.row(
      select(FULL_ALERT_COLUMNS, sql`from alerts a where a.project_id = ${projectId} and a.iid = ${iid}`),
    );
  }

  /** Returns the alert and locks it until the transaction ends. */
  lock(projectId: number, iid: number): Promise<Alert | null> {
    return this.database.row(
      select(
        ALERT_COLUMNS,
        sql`from alerts a where a.project_id = ${projectId} and a.iid = ${iid} for no key update of a`,
      ),
    );
  }

  /** Also sets the times that depend on the status (contract: alerts §2.2). */
  async setStatus(id: number, status: AlertStatus): Promise<void> {
    await this.database.run(sql`
      update alerts
      set status = ${status}, updated_at = now(),
          ended_at = case when ${status} <> 'resolved' then null when status = 'resolved' then ended_at else now() end,
          acknowledged_at = case when ${status} = 'acknowledged' then now() else acknowledged_at end
      where id = ${id}`);
  }

  async assign(id: number, userId: number | null): Promise<void> {
    await this.database.run(
      userId === null
        ? sql`delete from alert_assignees where alert_id = ${id}`
        : sql`
          insert into alert_assignees (alert_id, user_id) values (${id}, ${userId})
          on conflict (alert_id) do update set user_id = excluded.user_id`,
    );
    await this.database.run(sql`update alerts set updated_at = now() where id = ${id}`);
  }

  /** Resolves the unresolved alerts of an incident and returns them. */
  resolveOfIncident(incidentId: number): Promise<Alert[]> {
    return this.database.rows(
      returning(
        ALERT_COLUMNS,
        sql`
          update alerts a set status = 'resolved', ended_at = now(), updated_at = now()
          where a.id in (select l.alert_id from incident_alerts l where l.incident_id = ${incidentId})
            and a.status <> 'resolved'`,
      ),
    );
  }
}
