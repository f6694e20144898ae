import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Complaints } from './complaints.js';
import type { RawParams } from './form-encoding.js';
import { declaredParams, requiredGroups } from './param-registry.js';
import type { DeclaredParam } from './param-registry.js';

type Input<T> = new () => T;

interface Plan {
  readonly params: readonly DeclaredParam[];
  /** Names of which one must come: single ones in declared order, then groups (contract: core §3, §6, §8). */
  readonly demands: readonly (readonly string[])[];
}

const plans = new WeakMap<Input<object>, Plan>();

/**
 * Reads the declared parameters of `input` out of `raw`; unknown ones are ignored. The first missing one in declared
 * order and every invalid one go to `complaints`, without which they are thrown as 400 (contract: conventions §3, §5).
 */
export function readInput<T extends object>(input: Input<T>, raw: RawParams, complaints?: Complaints): T {
  const found = complaints ?? new Complaints();
  const plan = plans.get(input) ?? planOf(input);
  const given = pickGiven(plan.params, raw);
  demand(plan, given, found);
  const instance = Object.keys(given).length === 0 ? new input() : plainToInstance(input, given);
  for (const { property, constraints = {} } of validateSync(instance, { forbidUnknownValues: false })) {
    Object.values(constraints).forEach((text) => {
      found.about(property, text);
    });
  }
  if (!complaints) {
    found.refuseAny();
  }
  return instance;
}

function planOf(input: Input<object>): Plan {
  const params = declaredParams(input);
  const single = params.filter((param) => param.required).map((param) => [param.name]);
  const plan = { params, demands: [...single, ...requiredGroups(input)] };
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

function demand(plan: Plan, given: RawParams, complaints: Complaints): void {
  for (const names of plan.demands) {
    if (!names.some((name) => name in given && given[name] !== null)) {
      complaints.lacks(names.join(', '));
    }
  }
}
