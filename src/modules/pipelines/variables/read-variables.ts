import { invalidField, IS_INVALID, message, NOT_A_VALUE } from '../../../common/errors/catalogue.js';
import type { ApiError } from '../../../common/errors/api-error.js';
import type { PipelineVariable, VariableType } from '../pipeline.js';
import { isVariableValue, VARIABLE_NAME } from './variable-form.js';

const MAX_VARIABLES = 200;
const TYPES: readonly string[] = ['env_var', 'file'] satisfies readonly VariableType[];

const TEXT = { type: 'string' };
/** What `readVariables` takes, for the OpenAPI document. */
export const VARIABLES_FORMS = [
  { type: 'object', additionalProperties: TEXT },
  {
    type: 'array',
    items: {
      type: 'object',
      required: ['key', 'value'],
      properties: { key: TEXT, value: TEXT, variable_type: { type: 'string', enum: TYPES } },
    },
  },
];

const notAMap = (): ApiError => message(400, 'variables needs to be a map of key-valued strings');

interface Raw {
  readonly key: string;
  readonly value: string;
  readonly type: unknown;
}

/**
 * Reads variables from a map, or from a list of `{key, value, variable_type}`; empty when absent. Throws 400 with the
 * text of the first broken rule (contract: triggers §2 rows 3 to 5).
 */
export function readVariables(sent: unknown): readonly PipelineVariable[] {
  const problem = variablesProblem(sent);
  if (problem !== undefined) {
    throw invalidField('variables', problem);
  }
  const raw = rawIn(sent);
  if (!raw) {
    throw notAMap();
  }
  return raw.map(({ key, value, type }) => ({ key, value, type: type === 'file' ? 'file' : 'env_var' }));
}

/**
 * Returns the error for something that is not variables, or for variables that are not allowed; undefined if only
 * values are not text.
 */
export function variablesProblem(sent: unknown): string | undefined {
  const raw = rawIn(sent);
  if (raw === undefined) {
    return IS_INVALID;
  }
  if (raw === null) {
    return undefined;
  }
  if (raw.some(({ key }) => !VARIABLE_NAME.test(key))) {
    return "key can contain only letters, digits and '_'";
  }
  if (raw.some(({ type }) => !isType(type))) {
    return NOT_A_VALUE;
  }
  const isLong = raw.length > MAX_VARIABLES || !raw.every(({ value }) => isVariableValue(value));
  return isLong ? 'is too long' : undefined;
}

/** Undefined for anything but a map or a list; null if one of the values is not text. */
function rawIn(sent: unknown): readonly Raw[] | null | undefined {
  if (sent === undefined || sent === null || sent === '') {
    return [];
  }
  if (typeof sent !== 'object') {
    return undefined;
  }
  const read = Array.isArray(sent) ? sent.map(ofItem) : Object.entries(sent).map(ofPair);
  const raw = read.filter((one) => one !== null);
  return raw.length === read.length ? raw : null;
}

const ofPair = ([key, value]: [string, unknown]): Raw | null =>
  typeof value === 'string' ? { key, value, type: 'env_var' } : null;

function ofItem(item: unknown): Raw | null {
  if (typeof item !== 'object' || item === null || !('key' in item)) {
    return null;
  }
  const { key } = item;
  const value = 'value' in item ? item.value : undefined;
  if (typeof key !== 'string' || typeof value !== 'string') {
    return null;
  }
  const type = 'variable_type' in item ? item.variable_type : undefined;
  return { key, value, type: isAbsent(type) ? 'env_var' : type };
}

/** A blank text also means the default (contract: conventions §3.7). */
const isAbsent = (type: unknown): boolean =>
  type === undefined || type === null || (typeof type === 'string' && type.trim() === '');

const isType = (type: unknown): boolean => typeof type === 'string' && TYPES.includes(type);
