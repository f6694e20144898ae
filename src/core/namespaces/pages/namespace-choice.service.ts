import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { invalidField } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../access/caller.js';
import type { Namespace } from '../namespace.js';
import type { Role } from '../../access/role.js';
import { NamespacesService } from '../namespaces.service.js';

/** Maximum number of options in a form. */
const SHOWN = { kind: 'offset', page: 1, perPage: 1000 } as const;

/** Namespaces in which a form can create something. */
@Injectable()
export class NamespaceChoiceService {
  constructor(private readonly namespaces: NamespacesService) {}

  /**
   * Returns the caller's personal namespace, then the groups in which they have this role, then the group that the form
   * was opened for, of which administrators need not be members.
   */
  async of(caller: Caller, least: Role, wanted: string): Promise<readonly Namespace[]> {
    const { items } = await this.namespaces.listOfMember(least, SHOWN, caller);
    const sorted = [...items].sort((one, other) => Number(other.kind === 'user') - Number(one.kind === 'user'));
    if (!/^\d{1,15}$/.test(wanted) || sorted.some(({ id }) => id === Number(wanted))) {
      return sorted;
    }
    const group = await this.namespaces.findGroup(Number(wanted), caller);
    return group ? [...sorted, group] : sorted;
  }
}

/** Errors about a namespace that is hidden or not writable become errors of its form field. */
export function blamingNamespace(field: string) {
  return (error: unknown): never => {
    throw error instanceof ApiError && (error.status === 403 || error.status === 404)
      ? invalidField(field, 'does not let you do that')
      : error;
  };
}
