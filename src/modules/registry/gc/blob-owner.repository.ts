import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BlobOwner } from '../../../platform/blob/blob-owner.js';
import type { StoredKey } from '../../../platform/blob/blob-store.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { Database } from '../../../platform/database/database.js';
import { select, text } from '../../../platform/database/typed-sql.js';

/** Reports to the blob store which of its objects images need. */
@Injectable()
@Contributes(BlobOwner)
export class BlobOwnerRepository extends BlobOwner {
  constructor(private readonly database: Database) {
    super();
  }

  /** A single statement: an upload becomes a blob in one transaction, so the statement sees one of the two. */
  override async needed(objects: readonly StoredKey[]): Promise<ReadonlySet<string>> {
    const keys = objects.map(({ key }) => key);
    const refs = objects.map(({ uploadRef }) => uploadRef);
    const rows = await this.database.rows(
      select(
        { key: text`o.key` },
        sql`from unnest(${keys}::text[], ${refs}::text[]) as o (key, ref)
          where exists (select 1 from container_blobs b where b.store_key = o.key)
            or exists (select 1 from container_uploads u where u.store_ref = o.ref)`,
      ),
    );
    return new Set(rows.map(({ key }) => key));
  }
}
