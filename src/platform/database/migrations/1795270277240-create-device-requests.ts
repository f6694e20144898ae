import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests of devices without a browser (RFC 8628; contract: oauth §14.6). */
export class CreateDeviceRequests1795270277240 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table oauth_device_requests (
        id bigint generated always as identity constraint pk_oauth_device_requests primary key,
        device_digest bytea not null,
        user_code_digest bytea not null,
        application_id bigint not null
          constraint fk_oauth_device_requests_application references oauth_applications (id) on delete cascade,
        scopes text[] not null,
        state text not null default 'pending'
          constraint ck_oauth_device_requests_state check (state in ('pending', 'approved', 'denied', 'used')),
        user_id bigint constraint fk_oauth_device_requests_user references users (id) on delete cascade,
        auth_time timestamptz(3),
        family_id bigint constraint fk_oauth_device_requests_family references oauth_families (id) on delete set null,
        poll_seconds integer not null,
        polled_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null
      )`);
    await runner.query(`create unique index uq_oauth_device_requests_device on oauth_device_requests (device_digest)`);
    await runner.query(
      `create unique index uq_oauth_device_requests_user_code on oauth_device_requests (user_code_digest)`,
    );
    await runner.query(`create index ix_oauth_device_requests_application on oauth_device_requests (application_id)`);
    await runner.query(
      `create index ix_oauth_device_requests_user on oauth_device_requests (user_id) where user_id is not null`,
    );
    await runner.query(
      `create index ix_oauth_device_requests_family on oauth_device_requests (family_id) where family_id is not null`,
    );
    await runner.query(`create index ix_oauth_device_requests_expires on oauth_device_requests (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table oauth_device_requests`);
  }
}
