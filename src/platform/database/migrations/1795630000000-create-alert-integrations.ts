import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Senders of alerts, their keys and what they have sent lately under an id of their own (contract: alerts §5, §8.4).
 */
export class CreateAlertIntegrations1795630000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table alert_integrations (
        id bigint generated always as identity constraint pk_alert_integrations primary key,
        project_id bigint not null constraint fk_alert_integrations_project references projects (id) on delete cascade,
        name text not null,
        type text not null,
        identifier text collate "C" not null,
        name_slug text not null,
        active boolean not null default true,
        token bytea not null,
        digest bytea not null,
        payload_example json,
        mapping json not null default '{}',
        signature_required boolean not null default false,
        auto_resolve_after integer,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint uq_alert_integrations_identifier unique (project_id, type, identifier),
        constraint ck_alert_integrations_type check (type in ('http', 'prometheus'))
      )`);
    await runner.query(`create index ix_alert_integrations_project on alert_integrations (project_id, id)`);
    await runner.query(
      `create index ix_alert_integrations_auto_resolve on alert_integrations (id) where auto_resolve_after is not null`,
    );
    await runner.query(`
      create table alert_signing_secrets (
        id bigint generated always as identity constraint pk_alert_signing_secrets primary key,
        integration_id bigint not null
          constraint fk_alert_signing_secrets_integration references alert_integrations (id) on delete cascade,
        secret bytea not null,
        valid_until timestamptz(3),
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(
      `create index ix_alert_signing_secrets_integration on alert_signing_secrets (integration_id, id)`,
    );
    await runner.query(`
      create table alert_deliveries (
        integration_id bigint not null
          constraint fk_alert_deliveries_integration references alert_integrations (id) on delete cascade,
        webhook_id text collate "C" not null,
        answer text not null,
        outcomes text not null,
        received_at timestamptz(3) not null default now(),
        constraint pk_alert_deliveries primary key (integration_id, webhook_id)
      )`);
    await runner.query(`create index ix_alert_deliveries_received on alert_deliveries (received_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table alert_deliveries`);
    await runner.query(`drop table alert_signing_secrets`);
    await runner.query(`drop table alert_integrations`);
  }
}
