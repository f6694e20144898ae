import { invalidField, IS_INVALID, message, NOT_A_VALUE } from '../../../common/errors/catalogue.js';
import type { ApiError } from '../../../common/errors/api-error.js';
import type { PipelineVariable, VariableType } from '../pipeline.js';

const KEY = /^[A-Za-z0-9_]{1,255}$/;
const MAX_VARIABLES = 200;
const MAX_VALUE_BYTES = 65_536;
const TYPES: readonly string[] = ['env_var', 'file'] satisfies readonly VariableType[];

const notAMap = (): ApiError => message(400, 'variables needs to be a map of key-valued strings');

interface Raw {
  readonly key: string;
  readonly value: string;
  readonly type: unknown;
}

/**
 * Variables as a map, or as a list of `{key, value, variable_type}`; none when they are absent. Throws 400 with the
 * text of the first rule that is broken (contract: triggers §2 rows 3 to 5).
 */
export function readVariables(sent: unknown): readonly PipelineVariable[] {
  if (sent === undefined || sent === null || sent === '') {
    return [];
  }
  if (typeof sent !== 'object') {
    throw invalidField('variables', IS_INVALID);
  }
  return checked(Array.isArray(sent) ? sent.map(ofItem) : Object.entries(sent).map(ofPair));
}

function ofPair([key, value]: [string, unknown]): Raw {
  if (typeof value !== 'string') {
    throw notAMap();
  }
  return { key, value, type: 'env_var' };
}

function ofItem(item: unknown): Raw {
  if (typeof item !== 'object' || item === null || !('key' in item)) {
    throw notAMap();
  }
  const { key } = item;
  const value = 'value' in item ? item.value : undefined;
  if (typeof key !== 'string' || typeof value !== 'string') {
    throw notAMap();
  }
  const type = 'variable_type' in item ? item.variable_type : undefined;
  return { key, value, type: type ?? 'env_var' };
}

function checked(raw: readonly Raw[]): readonly PipelineVariable[] {
  if (raw.some(({ key }) => !KEY.test(key))) {
    throw invalidField('variables', "key can contain only letters, digits and '_'");
  }
  if (raw.some(({ type }) => !isType(type))) {
    throw invalidField('variables', NOT_A_VALUE);
  }
  if (raw.length > MAX_VARIABLES || raw.some(({ value }) => Buffer.byteLength(value) > MAX_VALUE_BYTES)) {
    throw invalidField('variables', 'is too long');
  }
  return raw.map(({ key, value, type }) => ({ key, value, type: type === 'file' ? 'file' : 'env_var' }));
}

const isType = (type: unknown): boolean => typeof type === 'string' && TYPES.includes(type);
