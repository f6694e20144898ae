import { invalidField, IS_INVALID } from '../../../common/errors/catalogue.js';

/** Zero is nobody, and a user who is named twice is one (contract: alerts §2.2). */
const assigneesIn = (ids: readonly number[]): number[] => [...new Set(ids.filter((id) => id !== 0))];

/** What is wrong with several; undefined for one or nobody. */
export const assigneesError = (ids: readonly number[]): string | undefined =>
  assigneesIn(ids).length > 1 ? IS_INVALID : undefined;

/** The one user of `assignee_ids`; null for nobody. Throws 400 for several (contract: alerts §2.2). */
export function oneAssignee(ids: readonly number[]): number | null {
  if (assigneesError(ids) !== undefined) {
    throw noAssignee();
  }
  return assigneesIn(ids)[0] ?? null;
}

export const noAssignee = () => invalidField('assignee_ids', IS_INVALID);
