import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { bigint, text } from '../../../platform/database/typed-sql.js';
import { PACKAGE_TYPES } from '../package-types.js';
import { PackageBlobEntity } from './package-blob.entity.js';
import { PackageEntity } from './package.entity.js';
import { PackageFileEntity } from './package-file.entity.js';

/** Where its format stands among all, for `packages k`; written as the indexes of this order write it. */
const TYPE_RANK = bigint([`array_position('{${PACKAGE_TYPES.join()}}'::text[], k.package_type)::bigint`]);
export const TYPE_ORDER = sql([`array_position('{${PACKAGE_TYPES.join()}}'::text[], k.package_type)`]);

/** For `packages k`. */
export const PACKAGE_COLUMNS = {
  ...columnsOf(
    PackageEntity,
    'k',
    'id',
    'projectId',
    'packageType',
    'name',
    'nameKey',
    'version',
    'status',
    'statusMessage',
    'lastDownloadedAt',
    'createdAt',
    'updatedAt',
  ),
  typeRank: TYPE_RANK,
};

/** For `packages k join routes r`. */
export const GROUP_PACKAGE_COLUMNS = { ...PACKAGE_COLUMNS, projectPath: text`r.path collate "C"` };

/** For `package_files f join package_blobs b`. */
export const FILE_COLUMNS = {
  ...columnsOf(PackageFileEntity, 'f', 'id', 'packageId', 'fileName', 'size', 'createdAt'),
  ...columnsOf(PackageBlobEntity, 'b', 'sha256', 'sha512', 'sha1', 'md5', 'storeKey'),
};

export const FILE_TABLES = sql`package_files f join package_blobs b on b.id = f.blob_id`;
