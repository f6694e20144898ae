import { DAY_SECONDS } from '../../../common/time/units.js';

/** How often a policy runs automatically, in seconds (contract: packages §6.2). */
export const CADENCES = {
  '1d': DAY_SECONDS,
  '7d': 7 * DAY_SECONDS,
  '14d': 14 * DAY_SECONDS,
  '1month': 30 * DAY_SECONDS,
} as const;
export type Cadence = keyof typeof CADENCES;
