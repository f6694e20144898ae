import { randomBytes } from 'node:crypto';
import type { TestApp } from '../support/app.js';
import { unique } from './records.js';

/** A repository with nothing in it, put straight into the database. */
export async function aStoredRepository(app: TestApp, projectId: number, name = unique('repo')) {
  const [row] = await app.sql<{ id: number }>(
    `insert into container_repositories (project_id, name, first_manifest_at) values ($1, $2, now()) returning id`,
    [projectId, name],
  );
  return { id: row!.id, name };
}

export interface StoredTag {
  readonly name: string;
  /** ISO 8601; null where the config does not tell. */
  readonly createdAt?: string | null;
}

export const aDigest = (): string => `sha256:${randomBytes(32).toString('hex')}`;

/** Tags with a manifest each, put straight into the database; answers digests by name. */
export async function storeTags(app: TestApp, repositoryId: number, tags: readonly StoredTag[]) {
  const digests = tags.map(aDigest);
  await app.sql(
    `with given as (
       select * from unnest($2::text[], $3::text[], $4::timestamptz[]) as g (name, digest, made)),
     stored as (
       insert into container_manifests (repository_id, digest, media_type, size, bytes, image_created_at, untagged_at)
       select $1, digest, 'application/vnd.oci.image.manifest.v1+json', 2, '{}', made, null from given
       returning id, digest)
     insert into container_tags (repository_id, name, manifest_id)
     select $1, g.name, s.id from given g join stored s on s.digest = g.digest`,
    [repositoryId, tags.map(({ name }) => name), digests, tags.map(({ createdAt }) => createdAt ?? null)],
  );
  return new Map(tags.map(({ name }, index) => [name, digests[index]!]));
}

/** So many tags `<prefix><number>`, made by the database itself. */
export async function storeManyTags(app: TestApp, repositoryId: number, count: number, prefix = 'tag-') {
  await app.sql(
    `with stored as (
       insert into container_manifests (repository_id, digest, media_type, size, bytes, image_created_at, untagged_at)
       select $1::bigint, 'sha256:' || encode(sha256(convert_to($1::bigint::text || ':' || n, 'UTF8')), 'hex'),
         'application/vnd.oci.image.manifest.v1+json', 2, '{}', now() - n * interval '1 minute', null
       from generate_series(1, $2::int) n returning id)
     insert into container_tags (repository_id, name, manifest_id)
     select $1::bigint, $3::text || lpad(row_number() over (order by id)::text, 6, '0'), id from stored`,
    [repositoryId, count, prefix],
  );
}

export async function tagNames(app: TestApp, repositoryId: number): Promise<string[]> {
  const rows = await app.sql<{ name: string }>(
    'select name from container_tags where repository_id = $1 order by name',
    [repositoryId],
  );
  return rows.map(({ name }) => name);
}
