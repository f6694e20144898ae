import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import {
  bigint,
  boolean,
  nullable,
  query,
  returning,
  select,
  selectList,
  texts,
  timestamptz,
} from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ContainerManifestEntity } from './container-manifest.entity.js';
import { ContainerManifestRefEntity } from './container-manifest-ref.entity.js';
import {
  ANNOTATIONS_COLUMN,
  LISTED_DESCRIPTOR_COLUMNS,
  MANIFEST_HEAD_COLUMNS,
  SERVED_MANIFEST_COLUMNS,
} from './manifest.columns.js';
import type { ListedDescriptor, ServedManifest } from './manifest.columns.js';

type NewManifest = Readonly<
  Omit<ContainerManifestEntity, 'id' | 'size' | 'untaggedAt' | 'createdAt' | 'annotations'> & {
    /** A JSON text. */
    annotations: string | null;
  }
>;
type NewManifestRef = Readonly<Pick<ContainerManifestRefEntity, 'role' | 'digest' | 'size' | 'blobId'>>;

/** Summary of the `reached` manifests and their `layers`, both defined by the query. */
const CHILD_SUMMARY = {
  digests: texts`coalesce((select array_agg(digest) from reached), '{}')`,
  newestCreatedAt: nullable(timestamptz`(select max(image_created_at) from reached)`),
  /** Size of the distinct layers of all reached manifests. */
  layerSize: bigint`(select least(coalesce(sum(size), 0), ${Number.MAX_SAFE_INTEGER})::bigint from layers)`,
};

/** What an index inherits from the manifests it lists (contract: registry §3.3). */
export type ChildSummary = RowOf<typeof CHILD_SUMMARY>;

const ID = columnsOf(ContainerManifestEntity, 'm', 'id');
const SAVED = { ...ID, isNew: boolean`m.xmax = 0` };
const REF = columnsOf(ContainerManifestRefEntity, 'f', 'digest', 'blobId');

const servedColumns = (withBytes: boolean) => (withBytes ? SERVED_MANIFEST_COLUMNS : MANIFEST_HEAD_COLUMNS);

@Injectable()
export class ManifestsRepository {
  constructor(private readonly database: Database) {}

  findByDigest(repositoryId: number, digest: string, withBytes: boolean): Promise<ServedManifest | null> {
    return this.database.row(
      select(
        servedColumns(withBytes),
        sql`from container_manifests m where m.repository_id = ${repositoryId} and m.digest = ${digest}`,
      ),
    );
  }

  findByTag(repositoryId: number, tag: string, withBytes: boolean): Promise<ServedManifest | null> {
    return this.database.row(
      select(
        servedColumns(withBytes),
        sql`from container_tags t join container_manifests m on m.id = t.manifest_id
          where t.repository_id = ${repositoryId} and t.name = ${tag}`,
      ),
    );
  }

  /** Descriptors of the manifests with this subject, in the order in which they were pushed. */
  referrers(
    repositoryId: number,
    subjectDigest: string,
    { after, most }: { readonly after: number; readonly most: number },
  ): Promise<ListedDescriptor[]> {
    return this.database.rows(
      select(
        LISTED_DESCRIPTOR_COLUMNS,
        sql`from container_manifests m
          where m.repository_id = ${repositoryId} and m.subject_digest = ${subjectDigest} and m.id > ${after}
          order by m.id limit ${most}`,
      ),
    );
  }

  /** A JSON text; null if there are none, or the manifest is gone. */
  async annotationsOf(id: number): Promise<string | null> {
    const row = await this.database.row(select(ANNOTATIONS_COLUMN, sql`from container_manifests m where m.id = ${id}`));
    return row?.annotations ?? null;
  }

  /**
   * Finds the repository's manifests with these digests, including those below them, and summarizes them for an index.
   */
  async summarize(repositoryId: number, digests: readonly string[]): Promise<ChildSummary> {
    const children = sql`
      with recursive reached (id, digest, image_created_at) as (
        select m.id, m.digest, m.image_created_at from container_manifests m
        where m.repository_id = ${repositoryId} and m.digest = any(${[...digests]})
        union
        select c.id, c.digest, c.image_created_at from reached p
        join container_manifest_refs f on f.manifest_id = p.id and f.role = 'child'
        join container_manifests c on c.repository_id = ${repositoryId} and c.digest = f.digest),
      layers as (
        select distinct on (f.digest) f.size from reached p
        join container_manifest_refs f on f.manifest_id = p.id and f.role = 'layer' order by f.digest)`;
    const row = await this.database.row(select(CHILD_SUMMARY, empty, children));
    return row ?? { digests: [], newestCreatedAt: null, layerSize: 0 };
  }

  /**
   * Returns the row of this manifest. Pushing the same manifest again creates no new row, but counts as pushed now
   * (contract: registry §6.2).
   */
  async save(manifest: NewManifest): Promise<{ readonly id: number; readonly isNew: boolean }> {
    const { annotations, bytes } = manifest;
    const row = await this.database.row(
      returning(
        SAVED,
        sql`
          insert into container_manifests as m (repository_id, digest, media_type, artifact_type, config_digest,
            subject_digest, image_created_at, layer_size, size, annotations, bytes)
          values (${manifest.repositoryId}, ${manifest.digest}, ${manifest.mediaType}, ${manifest.artifactType},
            ${manifest.configDigest}, ${manifest.subjectDigest}, ${manifest.imageCreatedAt}, ${manifest.layerSize},
            ${bytes.length}, ${annotations}::json, ${bytes})
          on conflict (repository_id, digest) do update
            set media_type = excluded.media_type, untagged_at = case when m.untagged_at is not null then now() end`,
      ),
    );
    if (!row) {
      throw new Error('A manifest was neither stored nor found.');
    }
    return row;
  }

  async insertRefs(manifestId: number, repositoryId: number, refs: readonly NewManifestRef[]): Promise<void> {
    await this.database.runWithNext(sql`
      insert into container_manifest_refs (manifest_id, position, repository_id, role, digest, size, blob_id)
      select ${manifestId}, r.position, ${repositoryId}, r.role, r.digest, r.size, r.blob_id
      from unnest(${refs.map(({ role }) => role)}::text[], ${refs.map(({ digest }) => digest)}::text[],
                  ${refs.map(({ size }) => size)}::bigint[], ${refs.map(({ blobId }) => blobId)}::bigint[])
        with ordinality as r (role, digest, size, blob_id, position)`);
  }

  /**
   * Removes a manifest with its tags and references. Its children and the manifests that refer to it count as abandoned
   * from now on. Returns the blobs it used.
   */
  async remove(repositoryId: number, id: number, digest: string): Promise<readonly number[]> {
    const refs = await this.database.rows(
      query(REF, sql`select distinct ${selectList(REF)} from container_manifest_refs f where f.manifest_id = ${id}`),
    );
    await this.database.run(sql`delete from container_manifests where id = ${id}`);
    await this.database.run(sql`
      update container_manifests set untagged_at = now()
      where repository_id = ${repositoryId} and untagged_at is not null
        and (subject_digest = ${digest} or digest = any(${refs.map((ref) => ref.digest)}))`);
    return refs.flatMap(({ blobId }) => (blobId === null ? [] : [blobId]));
  }

  findId(repositoryId: number, digest: string): Promise<{ readonly id: number } | null> {
    return this.database.row(
      select(ID, sql`from container_manifests m where m.repository_id = ${repositoryId} and m.digest = ${digest}`),
    );
  }
}
