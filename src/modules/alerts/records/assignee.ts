import { invalidField, IS_INVALID } from '../../../common/errors/catalogue.js';

/** Zero stands for no one, and duplicates count once (contract: alerts §2.2). */
const assigneesIn = (ids: readonly number[]): number[] => [...new Set(ids.filter((id) => id !== 0))];

/** The error for several assignees; undefined for one or none. */
export const assigneesError = (ids: readonly number[]): string | undefined =>
  assigneesIn(ids).length > 1 ? IS_INVALID : undefined;

/** The single user of `assignee_ids`; null for none. Throws 400 for several (contract: alerts §2.2). */
export function oneAssignee(ids: readonly number[]): number | null {
  if (assigneesError(ids) !== undefined) {
    throw noAssignee();
  }
  return assigneesIn(ids)[0] ?? null;
}

export const noAssignee = () => invalidField('assignee_ids', IS_INVALID);
