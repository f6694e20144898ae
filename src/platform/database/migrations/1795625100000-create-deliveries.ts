import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is sent because of events: an outbox with its log (contract: integrations §8, §11). */
export class CreateDeliveries1795625100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table deliveries (
        id bigint generated always as identity constraint pk_deliveries primary key,
        uuid text not null default ('dlv_' || replace(gen_random_uuid()::text, '-', '')),
        project_id bigint not null constraint fk_deliveries_project references projects (id) on delete cascade,
        integration_id bigint not null
          constraint fk_deliveries_integration references integrations (id) on delete cascade,
        event_id bigint not null constraint fk_deliveries_event references integration_events (id) on delete cascade,
        trigger text not null,
        redelivery_of bigint,
        operation_id text,
        state text not null default 'pending',
        attempts_count integer not null default 0,
        next_attempt_at timestamptz(3) default now(),
        lease_owner text,
        lease_until timestamptz(3),
        done_steps jsonb not null default '{}',
        response_status integer,
        error_code text,
        error text,
        duration_ms integer,
        created_at timestamptz(3) not null default now(),
        started_at timestamptz(3),
        finished_at timestamptz(3),
        constraint fk_deliveries_redelivery_of
          foreign key (redelivery_of) references deliveries (id) on delete set null,
        constraint ck_deliveries_trigger check (trigger in ('event', 'test', 'redelivery')),
        constraint ck_deliveries_state
          check (state in ('pending', 'running', 'retrying', 'succeeded', 'failed', 'canceled')),
        constraint ck_deliveries_lease check ((state = 'running') = (lease_until is not null)),
        constraint ck_deliveries_next_attempt
          check ((state in ('pending', 'retrying')) = (next_attempt_at is not null))
      )`);
    for (const index of INDEXES) {
      await runner.query(index);
    }
    await runner.query(`
      create table delivery_attempts (
        delivery_id bigint not null
          constraint fk_delivery_attempts_delivery references deliveries (id) on delete cascade,
        number integer not null,
        started_at timestamptz(3) not null,
        duration_ms integer not null,
        outcome text not null,
        steps jsonb not null,
        constraint pk_delivery_attempts primary key (delivery_id, number)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table delivery_attempts`);
    await runner.query(`drop table deliveries`);
  }
}

const INDEXES = [
  // the log of an integration
  `create index ix_deliveries_integration on deliveries (integration_id, id)`,
  // an event fires an integration once
  `create unique index uq_deliveries_event on deliveries (event_id, integration_id) where trigger = 'event'`,
  `create index ix_deliveries_event on deliveries (event_id)`,
  // claims go from integration to integration
  `create index ix_deliveries_waiting on deliveries (integration_id, next_attempt_at)
     where state in ('pending', 'retrying')`,
  // one at a time for each integration; a test call is no part of the queue
  `create unique index uq_deliveries_running on deliveries (integration_id)
     where state = 'running' and trigger <> 'test'`,
  `create index ix_deliveries_running_projects on deliveries (project_id) where state = 'running'`,
  `create index ix_deliveries_project on deliveries (project_id)`,
  `create unique index uq_deliveries_operation on deliveries (operation_id, redelivery_of)
     where operation_id is not null`,
  `create index ix_deliveries_redelivery_of on deliveries (redelivery_of) where redelivery_of is not null`,
  `create index ix_deliveries_created on deliveries (created_at)`,
];
