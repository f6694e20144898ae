import { createHash, randomBytes } from 'node:crypto';
import type { TestApp } from '../support/app.js';
import { RegistryClient } from '../support/registry-client.js';
import { aMember, aProject, aUser, unique } from './records.js';
import type { TestProject, TestUser } from './records.js';

/** The registry as this user, who logs in with the user's token. */
export const registryAs = (app: TestApp, user: Pick<TestUser, 'username' | 'token'>): RegistryClient =>
  new RegistryClient(app.url, { username: user.username, secret: user.token });

export const anonymousRegistry = (app: TestApp): RegistryClient => new RegistryClient(app.url);

export interface RegistryProject {
  readonly project: TestProject;
  /** Path of the project as image names begin with it. */
  readonly path: string;
  readonly owner: TestUser;
  /** The registry as the owner. */
  readonly registry: RegistryClient;
}

/** A project of a user of its own; `fields` override what `POST /projects` is sent. */
export async function aRegistryProject(app: TestApp, fields: object = {}): Promise<RegistryProject> {
  const owner = await aUser(app);
  const project = await aProject(owner.api, { visibility: 'private', ...fields });
  return { project, path: project.path_with_namespace.toLowerCase(), owner, registry: registryAs(app, owner) };
}

/** Guest, Reporter, Developer and Maintainer of a project, and others. */
export const aMemberOf = (app: TestApp, { project }: RegistryProject, level: number): Promise<TestUser> =>
  aMember(app, { project }, level);

/** A deploy token put straight into the database; answers its user name and secret. */
export async function aDeployToken(
  app: TestApp,
  on: { readonly projectId: number } | { readonly groupId: number },
  scopes: readonly string[],
  fields: { readonly expiresAt?: string; readonly revokedAt?: string } = {},
): Promise<{ username: string; secret: string }> {
  const username = unique('deploy');
  const secret = `sldt_${randomBytes(16).toString('hex')}`;
  await app.sql(
    `insert into deploy_tokens (project_id, group_id, name, username, digest, scopes, expires_at, revoked_at)
     values ($1, $2, 'test', $3, $4, $5, $6, $7)`,
    [
      'projectId' in on ? on.projectId : null,
      'groupId' in on ? on.groupId : null,
      username,
      createHash('sha256').update(secret).digest(),
      scopes,
      fields.expiresAt ?? null,
      fields.revokedAt ?? null,
    ],
  );
  return { username, secret };
}

/** The claims of a token, unverified. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into claims freely
export const claimsOf = (token: string): any => partOf(token, 1);
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into headers freely
export const jwtHeaderOf = (token: string): any => partOf(token, 0);

const partOf = (token: string, index: number): unknown =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString());
