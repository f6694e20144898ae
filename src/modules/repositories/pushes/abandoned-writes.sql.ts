import sql from 'sql-template-tag';
import { IS_ANY_LEASE_EXPIRED } from '../leases/repository-leases.repository.js';
import { IS_ANY_INTENT_ABANDONED } from './ref-intents.repository.js';

/** Whether an ended process has left a lease or an intent. */
export const IS_ANY_WRITE_ABANDONED = sql`(${IS_ANY_LEASE_EXPIRED} or ${IS_ANY_INTENT_ABANDONED})`;
