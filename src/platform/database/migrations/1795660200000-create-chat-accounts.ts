import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which account a user of a chat has, and links by which people say so (contract: integrations §9, §11). */
export class CreateChatAccounts1795660200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table chat_accounts (
        id bigint generated always as identity constraint pk_chat_accounts primary key,
        kind text collate "C" not null,
        team_id text collate "C" not null,
        chat_id text collate "C" not null,
        chat_name text not null,
        user_id bigint not null constraint fk_chat_accounts_user references users (id) on delete cascade,
        last_used_at timestamptz(3),
        created_at timestamptz(3) not null default now(),
        constraint uq_chat_accounts_identity unique (kind, team_id, chat_id)
      )`);
    await runner.query(`create index ix_chat_accounts_user on chat_accounts (user_id, id)`);
    await runner.query(`
      create table chat_link_tokens (
        digest bytea constraint pk_chat_link_tokens primary key,
        kind text collate "C" not null,
        team_id text collate "C" not null,
        team_name text not null,
        chat_id text collate "C" not null,
        chat_name text not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        created_at timestamptz(3) not null default now()
      )`);
    await runner.query(`create index ix_chat_link_tokens_expires on chat_link_tokens (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table chat_link_tokens`);
    await runner.query(`drop table chat_accounts`);
  }
}
