import { invalidField, IS_INVALID } from '../../common/errors/catalogue.js';
import { isJsonObject } from '../../common/params/json-object.js';

export type StorageWeights = Readonly<Record<string, number>>;

const FIELD = 'repository_storages_weighted';
const MAX_WEIGHT = 100;
const INITIAL = 'default';

/**
 * Parses an object of configured storages and integers 0 to 100; throws 400 for anything else (contract: storage-moves
 * §1, §8).
 */
export function readWeights(raw: unknown, storages: ReadonlyMap<string, string>): StorageWeights {
  const weights = weightsIn(raw);
  if (!weights || Object.keys(weights).some((name) => !storages.has(name))) {
    throw invalidField(FIELD, IS_INVALID);
  }
  return weights;
}

/** Parses names and weights without knowing the storages; undefined when they are invalid. */
export function weightsIn(raw: unknown): StorageWeights | undefined {
  if (!isJsonObject(raw)) {
    return undefined;
  }
  const weights = Object.entries(raw).map(([name, value]) => [name, weightOf(value)] as const);
  return weights.some(([, weight]) => weight === undefined)
    ? undefined
    : Object.fromEntries(weights.map(([name, weight]) => [name, weight ?? 0]));
}

/** A string of digits counts as its number. */
function weightOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= MAX_WEIGHT
    ? number
    : undefined;
}

/**
 * Returns the effective weights: until they are set, the first configured storage has all weight if none is called
 * `default`.
 */
export function weightsInForce(stored: StorageWeights, storages: ReadonlyMap<string, string>): StorageWeights {
  const names = Object.keys(stored);
  const isInitial = names.length === 1 && names[0] === INITIAL;
  const [first] = storages.keys();
  return isInitial && !storages.has(INITIAL) && first !== undefined ? { [first]: MAX_WEIGHT } : stored;
}
