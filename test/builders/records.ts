import { randomBytes } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';

/** A word that no other test uses. */
export const unique = (word: string): string => `${word}-${randomBytes(5).toString('hex')}`;

async function bodyOf<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  if (status !== 201) {
    throw new Error(`Not made: ${status} ${JSON.stringify(body)}`);
  }
  return body;
}

export interface TestUser {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly namespace_id: number;
  readonly token: string;
  /** The API as this user, with every scope but sudo. */
  readonly api: ApiClient;
}

const SCOPES = [
  'api',
  'read_api',
  'read_user',
  'read_repository',
  'write_repository',
  'read_registry',
  'write_registry',
];

/** A user with a token; `fields` override what `POST /users` is sent. */
export async function aUser(app: TestApp, fields: object = {}): Promise<TestUser> {
  const username = unique('user');
  const password = `secret-${username}`;
  const user = await bodyOf<{ id: number; username: string; namespace_id: number }>(
    app.admin.post('users', { username, email: `${username}@example.com`, name: username, password, ...fields }),
  );
  const token = await aToken(app, user.id);
  return { ...user, password, token, api: app.as(token) };
}

/** The value of a new personal token of that user. */
export async function aToken(app: TestApp, userId: number, fields: object = {}): Promise<string> {
  const token = await bodyOf<{ token: string }>(
    app.admin.post(`users/${userId}/personal_access_tokens`, { name: unique('token'), scopes: SCOPES, ...fields }),
  );
  return token.token;
}

export interface TestGroup {
  readonly id: number;
  readonly path: string;
  readonly full_path: string;
}

export async function aGroup(api: ApiClient, fields: object = {}): Promise<TestGroup> {
  const path = unique('group');
  return bodyOf<TestGroup>(api.post('groups', { name: path, path, ...fields }));
}

export interface TestProject {
  readonly id: number;
  readonly name: string;
  readonly path_with_namespace: string;
  readonly namespace: { readonly id: number };
}

export async function aProject(api: ApiClient, fields: object = {}): Promise<TestProject> {
  return bodyOf<TestProject>(api.post('projects', { path: unique('project'), ...fields }));
}

/** A user who is a member of the project or group at that level. */
export async function aMember(
  app: TestApp,
  of: { readonly project: { id: number } } | { readonly group: { id: number } },
  level: number,
  fields: object = {},
): Promise<TestUser> {
  const user = await aUser(app, fields);
  const container = 'project' in of ? `projects/${of.project.id}` : `groups/${of.group.id}`;
  await bodyOf(app.admin.post(`${container}/members`, { user_id: user.id, access_level: level }));
  return user;
}
