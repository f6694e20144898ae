import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { bigint, select } from '../../../platform/database/typed-sql.js';
import type { AlertOutcome } from '../alert-words.js';
import { ALERT_COLUMNS } from '../records/alert.columns.js';
import { AlertEntity } from '../records/alert.entity.js';
import type { Alert } from '../records/alert.js';
import type { IntakeEntry, PlannedAlert, ResolvedAlert, UnresolvedAlert } from './intake-plan.js';

const NUMBERS = 'alerts';
/** Maximum number of occurrences stored per alert (contract: alerts §5). */
const KEPT_OCCURRENCES = 1000;

/** An alert that a batch creates, with its number. */
export interface NumberedEntry extends IntakeEntry {
  readonly iid: number;
  readonly alert: PlannedAlert;
}

/** A payload that is stored with its alert (contract: alerts §8.5). */
export interface KeptOccurrence extends IntakeEntry {
  readonly alertId: number;
  readonly number: number;
  readonly outcome: AlertOutcome;
}

/**
 * Writes the effects of payloads. Of concurrent firings with one fingerprint, only one creates an alert: the others
 * find its row, or wait for the project's counter and find it then. The partial unique index of unresolved alerts would
 * refuse a second one (contract: alerts §1.6).
 */
@Injectable()
export class IntakeRepository {
  constructor(private readonly database: Database) {}

  /** Counts a firing of the unresolved alert in one statement. Returns null if there is none. */
  count({ source, reading }: IntakeEntry): Promise<Alert | null> {
    const before = sql`
      with touched as (
        update alerts a
        set events = a.events + 1, last_event_at = greatest(a.last_event_at, now()), occurrences = a.occurrences + 1,
            updated_at = now()
        where a.project_id = ${source.project.id} and a.fingerprint = ${reading.fingerprint.value}
          and a.status <> 'resolved'
        returning a.*),
      noted as (
        insert into alert_occurrences (alert_id, number, integration_id, outcome, started_at, ended_at, payload)
        select id, occurrences, ${source.integrationId}::bigint, 'grouped', ${reading.startedAt}::timestamptz,
               ${reading.endedAt}::timestamptz, ${reading.payloadText}::json
        from touched),
      dropped as (
        delete from alert_occurrences o using touched t
        where o.alert_id = t.id and o.number <= t.occurrences - ${KEPT_OCCURRENCES})`;
    return this.database.row(select(ALERT_COLUMNS, sql`from touched a`, before));
  }

  /** Locks in the order of fingerprints, so that two batches cannot deadlock. */
  lockUnresolved(projectId: number, fingerprints: readonly string[]): Promise<UnresolvedAlert[]> {
    return this.database.rows(
      select(
        columnsOf(AlertEntity, 'a', 'id', 'fingerprint', 'status', 'events', 'occurrences'),
        sql`from alerts a
          where a.project_id = ${projectId} and a.fingerprint = any(${[...fingerprints]}) and a.status <> 'resolved'
          order by a.fingerprint for no key update of a`,
      ),
    );
  }

  /** Serialises the transactions that create alerts in a project. */
  async lockNumbers(projectId: number): Promise<void> {
    await this.database.run(sql`
      insert into internal_ids (project_id, usage, last_value) values (${projectId}, ${NUMBERS}, 0)
      on conflict (project_id, usage) do update set last_value = internal_ids.last_value`);
  }

  /** Returns the first of `count` consecutive numbers. {@link lockNumbers} must be called before. */
  async takeNumbers(projectId: number, count: number): Promise<number> {
    const before = sql`
      with numbered as (
        update internal_ids set last_value = last_value + ${count}
        where project_id = ${projectId} and usage = ${NUMBERS} returning last_value)`;
    const last = await this.database.row(select({ value: bigint`n.last_value` }, sql`from numbered n`, before));
    if (!last) {
      throw new Error('The project has no counter of alerts.');
    }
    return last.value - count + 1;
  }

  /** Inserts alerts of one project. */
  insert(projectId: number, made: readonly NumberedEntry[]): Promise<Alert[]> {
    const textOf = (name: 'title' | 'description' | 'service' | 'monitoringTool' | 'environment' | 'runbook') =>
      sql`${made.map(({ reading }) => reading[name])}::text[]`;
    const before = sql`
      with made as (
        insert into alerts (project_id, iid, integration_id, title, description, service, monitoring_tool, environment,
                            runbook, hosts, severity, status, fingerprint, payload, started_at, ended_at, events,
                            occurrences)
        select ${projectId}, i.iid, i.integration_id, i.title, i.description, i.service, i.monitoring_tool,
               i.environment, i.runbook, array(select jsonb_array_elements_text(i.hosts::jsonb)), i.severity, i.status,
               i.fingerprint, i.payload::json, i.started_at, i.ended_at, i.events, i.occurrences
        from unnest(
          ${made.map(({ iid }) => iid)}::bigint[],
          ${made.map(({ source }) => source.integrationId)}::bigint[],
          ${textOf('title')}, ${textOf('description')}, ${textOf('service')}, ${textOf('monitoringTool')},
          ${textOf('environment')}, ${textOf('runbook')},
          ${made.map(({ reading }) => JSON.stringify(reading.hosts))}::text[],
          ${made.map(({ reading }) => reading.severity)}::text[],
          ${made.map(({ alert }) => alert.status)}::text[],
          ${made.map(({ alert }) => alert.fingerprint)}::text[],
          ${made.map(({ reading }) => reading.payloadText)}::text[],
          ${made.map(({ reading }) => reading.startedAt)}::timestamptz[],
          ${made.map(({ alert }) => alert.endedAt)}::timestamptz[],
          ${made.map(({ alert }) => alert.events)}::bigint[],
          ${made.map(({ alert }) => alert.occurrences)}::bigint[]
        ) as i(iid, integration_id, title, description, service, monitoring_tool, environment, runbook, hosts, severity,
               status, fingerprint, payload, started_at, ended_at, events, occurrences)
        returning *)`;
    return this.database.rows(select(ALERT_COLUMNS, sql`from made a`, before));
  }

  /** Updates alerts that the transaction has locked. */
  update(changed: readonly PlannedAlert[]): Promise<Alert[]> {
    const before = sql`
      with changed as (
        update alerts a
        set events = i.events, occurrences = i.occurrences, status = i.status, updated_at = now(),
            last_event_at = case when i.has_fired then greatest(a.last_event_at, now()) else a.last_event_at end,
            ended_at = case when i.status = 'resolved' then i.ended_at else a.ended_at end
        from unnest(
          ${changed.map(({ id }) => id)}::bigint[],
          ${changed.map(({ events }) => events)}::bigint[],
          ${changed.map(({ occurrences }) => occurrences)}::bigint[],
          ${changed.map(({ status }) => status)}::text[],
          ${changed.map(({ endedAt }) => endedAt)}::timestamptz[],
          ${changed.map(({ hasFired }) => hasFired)}::boolean[]
        ) as i(id, events, occurrences, status, ended_at, has_fired)
        where a.id = i.id
        returning a.*)`;
    return this.database.rows(select(ALERT_COLUMNS, sql`from changed a`, before));
  }

  /** Stores payloads with their alerts, and deletes the oldest ones above the limit per alert. */
  async keep(kept: readonly KeptOccurrence[]): Promise<void> {
    await this.database.runWithNext(sql`
      with noted as (
        insert into alert_occurrences (alert_id, number, integration_id, outcome, started_at, ended_at, payload)
        select i.alert_id, i.number, i.integration_id, i.outcome, i.started_at, i.ended_at, i.payload::json
        from unnest(
          ${kept.map(({ alertId }) => alertId)}::bigint[],
          ${kept.map(({ number }) => number)}::bigint[],
          ${kept.map(({ source }) => source.integrationId)}::bigint[],
          ${kept.map(({ outcome }) => outcome)}::text[],
          ${kept.map(({ reading }) => reading.startedAt)}::timestamptz[],
          ${kept.map(({ reading }) => reading.endedAt)}::timestamptz[],
          ${kept.map(({ reading }) => reading.payloadText)}::text[]
        ) as i(alert_id, number, integration_id, outcome, started_at, ended_at, payload)
        returning alert_id, number),
      full_ones as (
        select alert_id, max(number) - ${KEPT_OCCURRENCES} as last_dropped from noted
        group by alert_id having max(number) > ${KEPT_OCCURRENCES})
      delete from alert_occurrences o using full_ones f where o.alert_id = f.alert_id and o.number <= f.last_dropped`);
  }

  /** Returns the unresolved alert of each fingerprint. */
  findUnresolved(projectId: number, fingerprints: readonly string[]): Promise<Alert[]> {
    return this.database.rows(
      select(
        ALERT_COLUMNS,
        sql`from alerts a
          where a.project_id = ${projectId} and a.fingerprint = any(${[...fingerprints]}) and a.status <> 'resolved'`,
      ),
    );
  }

  /** Returns the newest resolved alert of each fingerprint. */
  newestResolved(projectId: number, fingerprints: readonly string[]): Promise<Alert[]> {
    return this.database.rows(select(ALERT_COLUMNS, newestOf(projectId, fingerprints)));
  }

  /** Like {@link newestResolved}, but returns only ids and fingerprints. */
  newestResolvedIds(projectId: number, fingerprints: readonly string[]): Promise<ResolvedAlert[]> {
    return this.database.rows(
      select(columnsOf(AlertEntity, 'a', 'id', 'fingerprint'), newestOf(projectId, fingerprints)),
    );
  }

  /** Returns the alerts with these ids. */
  all(ids: readonly number[]): Promise<Alert[]> {
    return this.database.rows(select(ALERT_COLUMNS, sql`from alerts a where a.id = any(${[...ids]})`));
  }
}

const newestOf = (projectId: number, fingerprints: readonly string[]): Sql => sql`
  from unnest(${[...fingerprints]}::text[]) as f(value)
  join lateral (
    select * from alerts n
    where n.project_id = ${projectId} and n.fingerprint = f.value and n.status = 'resolved'
    order by n.id desc limit 1) a on true`;
