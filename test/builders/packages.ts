import type { Answer, ApiClient } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';

/** A package put straight into the database, for lists; answers its id. */
export async function aPackage(
  { sql }: Pick<TestApp, 'sql'>,
  projectId: number,
  facts: { name?: string; version?: string; type?: string; status?: string } = {},
): Promise<number> {
  const { name = 'tool', version = '1.0', type = 'generic', status = 'default' } = facts;
  const isDeleted = status === 'pending_destruction';
  const rows = await sql<{ id: number }>(
    `insert into packages (project_id, package_type, name, name_key, version, version_key, status, deleted_at, status_before_deletion)
     values ($1, $2, $3, $3, $4, $4, $5, case when $6 then now() end, case when $6 then 'default' end) returning id`,
    [projectId, type, name, version, status, isDeleted],
  );
  return rows[0]!.id;
}

export const genericPath = (projectId: number | string, file = 'a.bin', version = '1.0', name = 'tool'): string =>
  `projects/${projectId}/packages/generic/${name}/${version}/${file}`;

/** Uploads a generic file as curl does. */
export const upload = (
  api: ApiClient,
  path: string,
  bytes: string | Uint8Array = 'bytes',
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  api.send('PUT', path, bytes, { headers: { 'Content-Type': 'application/octet-stream', ...headers } });
