import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { invalidField } from '../../../common/errors/catalogue.js';
import type { Caller } from '../../access/caller.js';
import type { Namespace } from '../namespace.js';
import { NamespacesService } from '../namespaces.service.js';

/** Limit of the options in a form. */
const SHOWN = { kind: 'offset', page: 1, perPage: 100 } as const;

/** The namespaces in which a form can create something. */
@Injectable()
export class NamespaceChoiceService {
  constructor(private readonly namespaces: NamespacesService) {}

  /** The caller's personal namespace first, then the groups they are a member of. */
  async of(caller: Caller): Promise<readonly Namespace[]> {
    const { items } = await this.namespaces.list({}, SHOWN, caller);
    return [...items].sort((one, other) => Number(other.kind === 'user') - Number(one.kind === 'user'));
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
