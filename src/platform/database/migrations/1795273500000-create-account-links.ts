import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links that are mailed to people: each works once (contract: core §3). */
export class CreateAccountLinks1795273500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table account_links (
        digest bytea constraint pk_account_links primary key,
        user_id bigint not null constraint fk_account_links_user references users (id) on delete cascade,
        purpose text not null constraint ck_account_links_purpose check (purpose in ('confirm', 'reset')),
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index ix_account_links_user on account_links (user_id, purpose)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table account_links`);
  }
}
