import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Links of chat users count for the token of the integration that they were asked for by. Of older ones nobody knows by
 * which: these people link their accounts once more.
 */
export class BindChatLinks1795770000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from chat_accounts`);
    await runner.query(`delete from chat_link_tokens`);
    await runner.query(`alter table chat_accounts add column command_token bytea not null`);
    await runner.query(`alter table chat_link_tokens add column command_token bytea not null`);
    await runner.query(`alter table chat_accounts drop constraint uq_chat_accounts_identity`);
    await runner.query(`
      alter table chat_accounts add constraint uq_chat_accounts_identity unique (kind, team_id, chat_id, command_token)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from chat_accounts c using chat_accounts newer
      where newer.kind = c.kind and newer.team_id = c.team_id and newer.chat_id = c.chat_id and newer.id > c.id`);
    await runner.query(`alter table chat_accounts drop constraint uq_chat_accounts_identity`);
    await runner.query(`alter table chat_link_tokens drop column command_token`);
    await runner.query(`alter table chat_accounts drop column command_token`);
    await runner.query(`
      alter table chat_accounts add constraint uq_chat_accounts_identity unique (kind, team_id, chat_id)`);
  }
}
