import sql from 'sql-template-tag';
import { basicUserOrGhost } from '../../../core/users/user.columns.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { bigint, text, timestamptz } from '../../../platform/database/typed-sql.js';
import { PACKAGE_TYPES } from '../package-types.js';
import { PackageBlobEntity } from './package-blob.entity.js';
import { PackageEntity } from './package.entity.js';
import { PackageFileEntity } from './package-file.entity.js';
import { PackageTagEntity } from './package-tag.entity.js';

/**
 * Position of the format in the sort order of types, for `packages k`; written exactly as in the indexes with this
 * order.
 */
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

/** Columns of another version of a package, for `packages k`. */
export const VERSION_COLUMNS = columnsOf(PackageEntity, 'k', 'id', 'version', 'createdAt');

/** For `package_tags t`. */
export const TAG_COLUMNS = columnsOf(PackageTagEntity, 't', 'id', 'packageId', 'name', 'createdAt', 'updatedAt');

/** For `ci_pipelines p join routes r`. */
const PIPELINE_COLUMNS = {
  id: bigint`p.id`,
  iid: bigint`p.iid`,
  projectId: bigint`p.project_id`,
  ref: text`p.ref`,
  sha: text`p.sha`,
  status: text`p.status`,
  source: text`p.source`,
  createdAt: timestamptz`p.created_at`,
  updatedAt: timestamptz`p.updated_at`,
  projectPath: text`r.path`,
  user: basicUserOrGhost(sql`p.user_id`),
};

/** Includes the package or file that the pipeline uploaded to, from `l`. */
export const LINKED_PIPELINE_COLUMNS = { ...PIPELINE_COLUMNS, ownerId: bigint`l.owner_id` };
