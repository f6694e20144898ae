import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Page } from '../../../common/pagination/page.js';
import { ALERT_BOT_USERNAME } from '../../../core/users/system-accounts.js';
import { UserEntity } from '../../../core/users/user.entity.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { listOf, Lists } from '../../../platform/database/list-query.js';
import type { ListRequest } from '../../../platform/database/list-query.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import type { Severity } from '../alert-words.js';
import type { Alert } from '../records/alert.js';
import { IncidentEntity } from '../records/incident.entity.js';
import { INCIDENT_COLUMNS } from './incident.columns.js';
import type { Incident } from './incident.js';
import { incidentDescription } from './incident-description.js';
import { incidentsWhere } from './incident-filters.js';
import type { IncidentFilters } from './incident-filters.js';

const INCIDENTS = listOf({
  type: 'Incident',
  columns: INCIDENT_COLUMNS,
  from: sql`incidents n`,
  sorts: { created_at: 'createdAt', updated_at: 'updatedAt', iid: 'iid' },
  defaultSort: { by: 'created_at', direction: 'desc' },
});
const NUMBERS = 'incidents';
const ALERT_BOT = sql`(select id from users where username = ${ALERT_BOT_USERNAME})`;

/** Null for the service itself. */
type ActorId = number | null;
const actor = (id: ActorId) => (id === null ? ALERT_BOT : sql`${id}::bigint`);

@Injectable()
export class IncidentsRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  page(projectId: number, filters: IncidentFilters, request: ListRequest): Promise<Page<Incident>> {
    return this.lists.page(INCIDENTS, [sql`n.project_id = ${projectId}`, ...incidentsWhere(filters)], request);
  }

  find(projectId: number, iid: number): Promise<Incident | null> {
    return this.database.row(
      select(INCIDENT_COLUMNS, sql`from incidents n where n.project_id = ${projectId} and n.iid = ${iid}`),
    );
  }

  lock(projectId: number, iid: number): Promise<Incident | null> {
    return this.database.row(
      select(
        INCIDENT_COLUMNS,
        sql`from incidents n where n.project_id = ${projectId} and n.iid = ${iid} for no key update of n`,
      ),
    );
  }

  /** Returns the user named in events; null if the user has been deleted. */
  async userIdOf(actorId: ActorId): Promise<number | null> {
    const user = await this.database.row(
      select(columnsOf(UserEntity, 'u', 'id'), sql`from users u where u.id = ${actor(actorId)}`),
    );
    return user?.id ?? null;
  }

  isLinked(alertId: number): Promise<boolean> {
    return this.database.exists(sql`select 1 from incident_alerts where alert_id = ${alertId}`);
  }

  ofAlert(alertId: number): Promise<Pick<Incident, 'id' | 'iid'> | null> {
    return this.database.row(
      select(
        columnsOf(IncidentEntity, 'n', 'id', 'iid'),
        sql`from incident_alerts l join incidents n on n.id = l.incident_id where l.alert_id = ${alertId}`,
      ),
    );
  }

  /**
   * Inserts an incident numbered within the project, and links it with the alert, which must have none yet. Returns its
   * number.
   */
  async insertFor(alert: Alert, authorId: ActorId): Promise<number> {
    const inserted = returning(
      columnsOf(IncidentEntity, 'n', 'id', 'iid'),
      sql`
        with numbered as (
          insert into internal_ids (project_id, usage, last_value) values (${alert.projectId}, ${NUMBERS}, 1)
          on conflict (project_id, usage) do update set last_value = internal_ids.last_value + 1 returning last_value)
        insert into incidents as n (project_id, iid, title, description, severity, author_id)
        select ${alert.projectId}, last_value, ${alert.title}, ${incidentDescription(alert)}, ${alert.severity},
               ${actor(authorId)}
        from numbered`,
    );
    const row = await this.database.row(inserted);
    if (!row) {
      throw new Error('The incident that was just made is missing.');
    }
    await this.database.run(sql`insert into incident_alerts (alert_id, incident_id) values (${alert.id}, ${row.id})`);
    return row.iid;
  }

  /** Returns false if the incident was already closed. */
  async close(id: number, closedById: ActorId): Promise<boolean> {
    const closed = await this.database.run(sql`
      update incidents set state = 'closed', closed_at = now(), updated_at = now(), closed_by_id = ${actor(closedById)}
      where id = ${id} and state = 'opened'`);
    return closed > 0;
  }

  /** Returns false if the incident was already open. */
  async reopen(id: number): Promise<boolean> {
    const reopened = await this.database.run(sql`
      update incidents set state = 'opened', closed_at = null, closed_by_id = null, updated_at = now()
      where id = ${id} and state = 'closed'`);
    return reopened > 0;
  }

  async update(id: number, { title = null, description = null, severity = null }: IncidentTexts): Promise<void> {
    await this.database.run(sql`
      update incidents
      set title = coalesce(${title}, title), description = coalesce(${description}, description),
          severity = coalesce(${severity}, severity), updated_at = now()
      where id = ${id}`);
  }

  async assign(id: number, userId: number | null): Promise<void> {
    await this.database.run(
      userId === null
        ? sql`delete from incident_assignees where incident_id = ${id}`
        : sql`
          insert into incident_assignees (incident_id, user_id) values (${id}, ${userId})
          on conflict (incident_id) do update set user_id = excluded.user_id`,
    );
  }
}

interface IncidentTexts {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly severity?: Severity | null | undefined;
}
