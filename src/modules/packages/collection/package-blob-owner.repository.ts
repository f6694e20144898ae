import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BlobOwner } from '../../../platform/blob/blob-owner.js';
import type { StoredKey } from '../../../platform/blob/blob-store.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { Database } from '../../../platform/database/database.js';
import { select, text } from '../../../platform/database/typed-sql.js';

/** Reports to the blob store which of its objects packages need. */
@Injectable()
@Contributes(BlobOwner)
export class PackageBlobOwnerRepository extends BlobOwner {
  constructor(private readonly database: Database) {
    super();
  }

  override async needed(objects: readonly StoredKey[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.rows(
      select(
        { key: text`b.store_key` },
        sql`from package_blobs b where b.store_key = any(${objects.map(({ key }) => key)}::text[])`,
      ),
    );
    return new Set(rows.map(({ key }) => key));
  }
}
