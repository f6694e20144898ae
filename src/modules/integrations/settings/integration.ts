import { columnsOf } from '../../../platform/database/columns-of.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { IntegrationEntity } from './integration.entity.js';

/** For `integrations i`. */
export const INTEGRATION_COLUMNS = columnsOf(IntegrationEntity, 'i');

/** Settings of a kind in a project; the secrets are sealed. */
export type Integration = RowOf<typeof INTEGRATION_COLUMNS>;
