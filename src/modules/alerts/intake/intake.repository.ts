import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';
import type { AlertOutcome } from '../alert-words.js';
import { ALERT_COLUMNS } from '../records/alert.columns.js';
import type { Alert } from '../records/alert.js';
import type { IntakeSource } from './intake-source.js';
import type { StoredReading } from '../payloads/stored-reading.js';

const NUMBERS = 'alerts';
/** Occurrences that are kept of an alert (contract: alerts §5). */
const KEPT_OCCURRENCES = 1000;

/**
 * What payloads change. Of parallel firings with one fingerprint a single one makes an alert: the others find its row, or
 * wait for the project's counter and find it then; the partial unique index of unresolved alerts would refuse a second
 * (contract: alerts §1.6).
 */
@Injectable()
export class IntakeRepository {
  constructor(private readonly database: Database) {}

  /** Counts a firing in the unresolved alert, or ends that by a recovery; null when there is none. */
  touch(source: IntakeSource, reading: StoredReading): Promise<Alert | null> {
    const change =
      reading.event === 'firing'
        ? sql`events = a.events + 1, last_event_at = greatest(a.last_event_at, now())`
        : sql`status = 'resolved', ended_at = ${reading.endedAt}`;
    const outcome = reading.event === 'firing' ? 'grouped' : 'resolved';
    const before = sql`
      with touched as (
        update alerts a set ${change}, occurrences = a.occurrences + 1, updated_at = now()
        where a.project_id = ${source.project.id} and a.fingerprint = ${reading.fingerprint.value}
          and a.status <> 'resolved'
        returning a.*),
      noted as (${noted(sql`touched`, source, reading, outcome)}),
      dropped as (
        delete from alert_occurrences o using touched t
        where o.alert_id = t.id and o.number <= t.occurrences - ${KEPT_OCCURRENCES})`;
    return this.database.row(select(ALERT_COLUMNS, sql`from touched a`, before));
  }

  /** Makers of new alerts of a project wait here for each other. */
  async lockNumbers({ project }: IntakeSource): Promise<void> {
    await this.database.run(sql`
      insert into internal_ids (project_id, usage, last_value) values (${project.id}, ${NUMBERS}, 0)
      on conflict (project_id, usage) do update set last_value = internal_ids.last_value`);
  }

  /** With the next number; {@link lockNumbers} comes first. */
  async insert(source: IntakeSource, reading: StoredReading): Promise<Alert> {
    const { project, integrationId } = source;
    const isFiring = reading.event === 'firing';
    const before = sql`
      with numbered as (
        update internal_ids set last_value = last_value + 1
        where project_id = ${project.id} and usage = ${NUMBERS} returning last_value),
      made as (
        insert into alerts (project_id, iid, integration_id, title, description, service, monitoring_tool, environment,
                            runbook, hosts, severity, status, fingerprint, payload, started_at, ended_at)
        select ${project.id}, last_value, ${integrationId}::bigint, ${reading.title}, ${reading.description},
               ${reading.service}, ${reading.monitoringTool}, ${reading.environment}, ${reading.runbook},
               ${[...reading.hosts]}::text[], ${reading.severity}, ${isFiring ? 'triggered' : 'resolved'},
               ${reading.fingerprint.value}, ${reading.payloadText}::json,
               ${reading.startedAt}::timestamptz, ${reading.endedAt}::timestamptz
        from numbered returning *),
      noted as (${noted(sql`made`, source, reading, isFiring ? 'created' : 'recorded')})`;
    const alert = await this.database.row(select(ALERT_COLUMNS, sql`from made a`, before));
    if (!alert) {
      throw new Error('The project has no counter of alerts.');
    }
    return alert;
  }

  findUnresolved(projectId: number, fingerprint: string): Promise<Alert | null> {
    return this.database.row(
      select(
        ALERT_COLUMNS,
        sql`from alerts a
          where a.project_id = ${projectId} and a.fingerprint = ${fingerprint} and a.status <> 'resolved'`,
      ),
    );
  }

  newestResolved(projectId: number, fingerprint: string): Promise<Alert | null> {
    return this.database.row(
      select(
        ALERT_COLUMNS,
        sql`from alerts a
          where a.project_id = ${projectId} and a.fingerprint = ${fingerprint} and a.status = 'resolved'
          order by a.id desc limit 1`,
      ),
    );
  }
}

/** Keeps the payload as an occurrence of the alert that a common table expression holds (contract: alerts §8.5). */
const noted = (alert: Sql, { integrationId }: IntakeSource, reading: StoredReading, outcome: AlertOutcome): Sql => sql`
  insert into alert_occurrences (alert_id, number, integration_id, outcome, started_at, ended_at, payload)
  select id, occurrences, ${integrationId}::bigint, ${outcome}, ${reading.startedAt}::timestamptz,
         ${reading.endedAt}::timestamptz, ${reading.payloadText}::json
  from ${alert}`;
