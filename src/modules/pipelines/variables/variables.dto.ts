import { IS_INVALID, tooLong } from '../../../common/errors/catalogue.js';
import { Bool, Json, OneOf, Pattern, Text } from '../../../common/params/param.decorators.js';
import type { VariableType } from '../pipeline.js';
import type { ChecksParts } from '../../../common/params/read-input.js';
import type { ValidationErrors } from '../../../common/params/validation-errors.js';
import { isMaskable } from './ci-variable.js';
import type { CiVariableFields } from './ci-variable.js';
import { isVariableValue, MAX_VARIABLE_BYTES, VARIABLE_NAME } from './variable-form.js';

const TYPES: readonly VariableType[] = ['env_var', 'file'];
const fits = (value: string) => (isVariableValue(value) ? undefined : tooLong(MAX_VARIABLE_BYTES));

/** Contract: triggers §11. */
class VariableInput {
  @OneOf(TYPES, { hasDefault: true }) variable_type?: VariableType;
  @Bool() protected?: boolean;
  @Bool() masked?: boolean;
  @Bool() raw?: boolean;
  @Text({ hasDefault: true }) environment_scope?: string;
  @Text({ nullable: true }) description?: string | null;
}

export class CreateVariableInput extends VariableInput implements ChecksParts {
  @Pattern(VARIABLE_NAME, { required: true }) key: string;
  @Text({ required: true, max: MAX_VARIABLE_BYTES, check: fits }) value: string;

  checkParts(errors: ValidationErrors): void {
    if (this.masked === true && typeof this.value === 'string' && !errors.areAbout('value')) {
      errors.about('value', isMaskable(this.value) ? undefined : IS_INVALID);
    }
  }
}

const FILTER = {
  description: '`filter[environment_scope]` picks one of several variables of that key.',
  members: { environment_scope: { type: 'string', description: 'Scope of the variable.' } },
  check: (sent: unknown) => (readScope(sent) === null ? IS_INVALID : undefined),
};

export class FindVariableQuery {
  @Json(FILTER) filter?: unknown;
}

export class UpdateVariableInput extends VariableInput {
  @Text({ max: MAX_VARIABLE_BYTES, check: fits }) value?: string;
  @Json(FILTER) filter?: unknown;
}

/** The scope in `filter`; undefined without one, null when it cannot be read. */
export function readScope(filter: unknown): string | undefined | null {
  if (filter === undefined || filter === null) {
    return undefined;
  }
  if (typeof filter !== 'object' || !('environment_scope' in filter)) {
    return typeof filter === 'object' ? undefined : null;
  }
  const { environment_scope: scope } = filter;
  return typeof scope === 'string' ? scope : null;
}

/** Absent fields are unchanged. */
export const variableFields = (
  input: VariableInput & { readonly value?: string },
  before: CiVariableFields,
): CiVariableFields => ({
  value: input.value ?? before.value,
  type: input.variable_type ?? before.type,
  isProtected: input.protected ?? before.isProtected,
  isMasked: input.masked ?? before.isMasked,
  isRaw: input.raw ?? before.isRaw,
  environmentScope: input.environment_scope ?? before.environmentScope,
  description: input.description === undefined ? before.description : input.description,
});

/** Default fields of a variable. */
export const PLAIN_VARIABLE: CiVariableFields = {
  value: '',
  type: 'env_var',
  isProtected: false,
  isMasked: false,
  isRaw: false,
  environmentScope: '*',
  description: null,
};
