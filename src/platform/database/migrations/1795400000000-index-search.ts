import type { MigrationInterface, QueryRunner } from 'typeorm';
import { InvalidSetting } from '../../config/env-reader.js';
import { sqlState } from '../database-errors.js';

const INDEXES = [
  ['ix_projects_name_trigrams', 'projects', 'name'],
  ['ix_projects_path_trigrams', 'projects', 'path'],
  ['ix_namespaces_name_trigrams', 'namespaces', 'name'],
  ['ix_namespaces_path_trigrams', 'namespaces', 'path'],
  ['ix_routes_path_trigrams', 'routes', 'path'],
  ['ix_users_name_trigrams', 'users', 'name'],
  ['ix_users_username_trigrams', 'users', 'username'],
  ['ix_access_tokens_name_trigrams', 'access_tokens', 'name'],
] as const;
const INSUFFICIENT_PRIVILEGE = '42501';

/** Searches for a part of a name or path read an index of its trigrams, however many rows there are. */
export class IndexSearch1795400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTrigrams(runner);
    for (const [name, table, column] of INDEXES) {
      await runner.query(`create index ${name} on ${table} using gin (${column} gin_trgm_ops)`);
    }
    await runner.query(
      `create index ix_users_public_email on users (lower(public_email)) where public_email is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index ix_users_public_email`);
    for (const [name] of [...INDEXES].reverse()) {
      await runner.query(`drop index ${name}`);
    }
    await runner.query(`drop extension if exists pg_trgm`);
  }
}

/** Owners of a database may create this extension; other roles need an administrator of the server. */
async function createTrigrams(runner: QueryRunner): Promise<void> {
  try {
    await runner.query(`create extension if not exists pg_trgm`);
  } catch (error) {
    if (sqlState(error) === INSUFFICIENT_PRIVILEGE) {
      throw new InvalidSetting(
        'The database lacks the extension pg_trgm, which its role may not create: run "create extension pg_trgm" in it as its owner, then start again.',
      );
    }
    throw error;
  }
}
