import { createHash, randomBytes } from 'node:crypto';
import type { TestApp } from './app.js';

export interface Person {
  readonly id: number;
  readonly username: string;
  readonly token: string;
}

interface Facts {
  readonly username?: string;
  readonly isAdmin?: boolean;
  readonly scopes?: readonly string[];
  readonly state?: string;
}

/** An account with a personal token, put straight into the database. */
export async function aPerson({ sql }: Pick<TestApp, 'sql'>, facts: Facts = {}): Promise<Person> {
  const username = facts.username ?? `user-${randomBytes(4).toString('hex')}`;
  const rows = await sql<{ id: number }>(
    `insert into users (username, name, email, is_admin, state, confirmed_at) values ($1, $1, $2, $3, $4, now()) returning id`,
    [username, `${username}@example.com`, facts.isAdmin ?? false, facts.state ?? 'active'],
  );
  const id = rows[0]!.id;
  return { id, username, token: await aToken({ sql }, id, facts.scopes ?? ['api']) };
}

/** Another personal token of an account. */
export async function aToken(
  { sql }: Pick<TestApp, 'sql'>,
  userId: number,
  scopes: readonly string[],
): Promise<string> {
  const token = `slpat_${randomBytes(16).toString('hex')}`;
  await sql(`insert into access_tokens (kind, user_id, name, scopes, digest) values ('personal', $1, 'test', $2, $3)`, [
    userId,
    scopes,
    createHash('sha256').update(token).digest(),
  ]);
  return token;
}
