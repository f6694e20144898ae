import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { invalid, notGiven } from '../errors/catalogue.js';
import type { RawParams } from './form-encoding.js';
import { declaredParams, requiredGroups } from './param-registry.js';
import type { DeclaredParam } from './param-registry.js';

type Input<T> = new () => T;

interface Plan {
  readonly params: readonly DeclaredParam[];
  readonly demands: readonly { readonly names: readonly string[]; readonly order: number }[];
}

const plans = new WeakMap<Input<object>, Plan>();

/**
 * Reads the declared parameters of `input` out of `raw`; unknown ones are ignored.
 * Throws 400 for the first missing one in declared order, then for every invalid one at once
 * (contract: conventions §1 step 10, §3, §5).
 */
export function readInput<T extends object>(input: Input<T>, raw: RawParams): T {
  const plan = plans.get(input) ?? planOf(input);
  const given = pickGiven(plan.params, raw);
  demand(plan, given);
  if (Object.keys(given).length === 0) {
    return new input();
  }
  const instance = plainToInstance(input, given);
  const errors = validateSync(instance, { forbidUnknownValues: false });
  if (errors.length > 0) {
    throw invalid(Object.fromEntries(errors.map((error) => [error.property, Object.values(error.constraints ?? {})])));
  }
  return instance;
}

function planOf(input: Input<object>): Plan {
  const params = declaredParams(input);
  const order = (name: string): number => params.findIndex((param) => param.name === name);
  const single = params.filter((param) => param.required).map((param) => [param.name]);
  const demands = [...single, ...requiredGroups(input)].map((names) => ({
    names,
    order: Math.min(...names.map(order)),
  }));
  const plan = { params, demands: demands.sort((a, b) => a.order - b.order) };
  plans.set(input, plan);
  return plan;
}

function pickGiven(params: readonly DeclaredParam[], raw: RawParams): RawParams {
  const given: RawParams = {};
  for (const param of params) {
    const value = raw[param.name];
    const absent = value === undefined || (value === null && !param.nullable) || (value === '' && param.emptyIsAbsent);
    if (!absent) {
      given[param.name] = value;
    }
  }
  return given;
}

function demand(plan: Plan, given: RawParams): void {
  for (const { names } of plan.demands) {
    if (!names.some((name) => name in given && given[name] !== null)) {
      throw notGiven(names.join(', '));
    }
  }
}
