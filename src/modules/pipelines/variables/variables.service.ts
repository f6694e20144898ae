import { Injectable } from '@nestjs/common';
import { conflict, invalidField, IS_INVALID, IS_TAKEN, notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { isMaskable } from './ci-variable.js';
import type { CiVariable, CiVariableFields, VariableOwner } from './ci-variable.js';
import { CiVariablesRepository } from './ci-variables.repository.js';
import { Database } from '../../../platform/database/database.js';

/** Variables of projects, groups and the instance (contract: triggers §11). */
@Injectable()
export class VariablesService {
  constructor(
    private readonly variables: CiVariablesRepository,
    private readonly database: Database,
  ) {}

  list(owner: VariableOwner, page: PageRequest): Promise<Page<CiVariable>> {
    return this.variables.page(owner, page);
  }

  /** Throws 404, and 409 when several scopes have that key and none was chosen. */
  async get(owner: VariableOwner, key: string, scope: string | undefined): Promise<CiVariable> {
    return only(await this.variables.named(owner, key, scope));
  }

  create(owner: VariableOwner, key: string, fields: CiVariableFields): Promise<CiVariable> {
    refuseUnmaskable(fields);
    return this.database.transaction(async () => {
      if (!(await this.variables.insert(owner, key, fields))) {
        throw invalidField('key', IS_TAKEN);
      }
      return this.get(owner, key, fields.environmentScope);
    });
  }

  /** Absent fields are unchanged, even if another request changes them at the same time. Throws 400, 404, 409. */
  update(
    owner: VariableOwner,
    key: string,
    scope: string | undefined,
    change: (before: CiVariableFields) => CiVariableFields,
  ): Promise<CiVariable> {
    return this.database.transaction(async () => {
      const before = only(await this.variables.named(owner, key, scope, { isLocked: true }));
      const fields = change(before);
      refuseUnmaskable(fields);
      if (!(await this.variables.update(before.id, fields))) {
        throw invalidField('key', IS_TAKEN);
      }
      return this.get(owner, key, fields.environmentScope);
    });
  }

  async delete(owner: VariableOwner, key: string, scope: string | undefined): Promise<void> {
    const { id } = await this.get(owner, key, scope);
    if (!(await this.variables.delete(id))) {
      throw notFound('Variable');
    }
  }
}

/** Throws 404 if there is none, 409 if there are several. */
function only([variable, another]: readonly CiVariable[]): CiVariable {
  if (!variable) {
    throw notFound('Variable');
  }
  if (another) {
    throw conflict("There are multiple variables of that key. Please use 'filter[environment_scope]'");
  }
  return variable;
}

function refuseUnmaskable({ isMasked, value }: CiVariableFields): void {
  if (isMasked && !isMaskable(value)) {
    throw invalidField('value', IS_INVALID);
  }
}
