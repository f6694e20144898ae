import { columnsOf } from '../../../platform/database/columns-of.js';
import { nullable, timestamptz } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { ApplicationEntity } from '../applications/application.entity.js';

/** Columns of a relation `g` of applications with a user's grants. */
export const AUTHORIZED_APPLICATION_COLUMNS = {
  ...columnsOf(ApplicationEntity, 'g', 'id', 'uid', 'name', 'scopes', 'createdAt'),
  lastUsedAt: nullable(timestamptz`g.last_used_at`),
};

/** What a user has granted an application, over all its active authorizations (contract: oauth §3). */
export type AuthorizedApplication = RowOf<typeof AUTHORIZED_APPLICATION_COLUMNS>;
