import { invalidField, IS_INVALID } from '../../../common/errors/catalogue.js';

/** The one user of `assignee_ids`; null for nobody. Throws 400 for several (contract: alerts §2.2). */
export function oneAssignee(ids: readonly number[]): number | null {
  const [first = null, ...others] = new Set(ids.filter((id) => id !== 0));
  if (others.length > 0) {
    throw noAssignee();
  }
  return first;
}

export const noAssignee = () => invalidField('assignee_ids', IS_INVALID);
