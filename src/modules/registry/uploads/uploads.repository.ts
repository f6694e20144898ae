import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { StagedUpload } from '../../../platform/blob/blob-store.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { returning, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ContainerUploadEntity } from './container-upload.entity.js';

/** Time in seconds after which a writer that has not renewed its lease is assumed to have ended. */
export const WRITER_LEASE_SECONDS = 30;

const COLUMNS = columnsOf(ContainerUploadEntity, 'u', 'id', 'opener', 'staged');

/** A running upload; `staged` is the blob store's state of it. */
export type UploadSession = RowOf<typeof COLUMNS>;

/** A session belongs to one repository name and is unknown under any other (contract: registry §6.1). */
export interface UploadAddress {
  readonly id: string;
  readonly path: string;
  readonly projectId: number;
}

@Injectable()
export class UploadsRepository {
  constructor(private readonly database: Database) {}

  async insert({ id, path, projectId }: UploadAddress, opener: string, staged: StagedUpload): Promise<void> {
    await this.database.run(sql`
      insert into container_uploads (id, project_id, repository_path, opener, store_ref, staged)
      values (${id}, ${projectId}, ${path}, ${opener}, ${staged.ref}, ${JSON.stringify(staged)}::jsonb)`);
  }

  find({ id, path, projectId }: UploadAddress): Promise<UploadSession | null> {
    return this.database.lookup(
      select(
        COLUMNS,
        sql`from container_uploads u where u.id = ${id} and u.repository_path = ${path} and u.project_id = ${projectId}`,
      ),
    );
  }

  /** Makes `writer` the writer of the session; null if there is another one, or no such session. */
  lease({ id, path, projectId }: UploadAddress, writer: string): Promise<UploadSession | null> {
    return this.database.row(
      returning(
        COLUMNS,
        sql`
          update container_uploads u
          set writer = ${writer}, writer_until = now() + ${WRITER_LEASE_SECONDS} * interval '1 second'
          where u.id = ${id} and u.repository_path = ${path} and u.project_id = ${projectId}
            and (u.writer is null or u.writer_until < now())`,
      ),
    );
  }

  async renew(id: string, writer: string): Promise<void> {
    await this.database.run(sql`
      update container_uploads set writer_until = now() + ${WRITER_LEASE_SECONDS} * interval '1 second'
      where id = ${id} and writer = ${writer}`);
  }

  /**
   * Ends the writer's lease and leaves the session unchanged; returns false if it was canceled or taken over in the
   * meantime.
   */
  async release(id: string, writer: string): Promise<boolean> {
    const released = await this.database.run(sql`
      update container_uploads set writer = null, writer_until = null where id = ${id} and writer = ${writer}`);
    return released > 0;
  }

  /**
   * Saves these bytes and ends the writer's lease; returns false if the session was canceled or taken over in the
   * meantime.
   */
  async save(id: string, writer: string, staged: StagedUpload): Promise<boolean> {
    const saved = await this.database.run(sql`
      update container_uploads
      set staged = ${JSON.stringify(staged)}::jsonb, size = ${staged.size}, writer = null, writer_until = null, updated_at = now()
      where id = ${id} and writer = ${writer}`);
    return saved > 0;
  }

  /** Ends the session of this writer; returns false if it was canceled or taken over in the meantime. */
  async end(id: string, writer: string): Promise<boolean> {
    return (await this.database.run(sql`delete from container_uploads where id = ${id} and writer = ${writer}`)) > 0;
  }

  /** Ends the session, even while it is being written; null if there is none. */
  cancel({ id, path, projectId }: UploadAddress): Promise<UploadSession | null> {
    return this.database.row(
      returning(
        COLUMNS,
        sql`
          delete from container_uploads u
          where u.id = ${id} and u.repository_path = ${path} and u.project_id = ${projectId}`,
      ),
    );
  }

  /** Ends some of the sessions that have not been written to for this long. */
  takeIdle(seconds: number, limit: number): Promise<UploadSession[]> {
    return this.database.rows(
      returning(
        COLUMNS,
        sql`
          delete from container_uploads u where u.id in (
            select id from container_uploads
            where updated_at < now() - ${seconds} * interval '1 second' and (writer is null or writer_until < now())
            order by updated_at limit ${limit} for update skip locked)`,
      ),
    );
  }
}
