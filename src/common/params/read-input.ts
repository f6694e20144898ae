import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { NOT_A_VALUE } from '../errors/catalogue.js';
import { isBlank } from '../text/is-blank.js';
import { ValidationErrors } from './validation-errors.js';
import type { RawParams } from './form-encoding.js';
import { declaredParams, requiredGroups } from './param-registry.js';
import type { DeclaredParam } from './param-registry.js';

type Input<T> = new () => T;

/** Names of which one must be given, and the error when none is. */
interface Demand {
  readonly names: readonly string[];
  readonly said: string;
}

interface Plan {
  readonly params: readonly DeclaredParam[];
  /** Single parameters in declared order, then groups (contract: core §3, §6, §8). */
  readonly demands: readonly Demand[];
}

/** An input with parts that no decorator reads; their errors are reported together with all others. */
export interface ChecksParts {
  checkParts(errors: ValidationErrors): void;
}

/**
 * An input with parts so large that other requests are served while they are read: like `checkParts`, for routes only.
 */
export interface ReadsLargeParts {
  readLargeParts(errors: ValidationErrors): Promise<void>;
}

const plans = new WeakMap<Input<object>, Plan>();

/**
 * Reads the declared parameters of `input` from `raw`; unknown ones are ignored. The first missing one in declared
 * order and all invalid ones are added to `errors`, or thrown as 400 without it (contract: conventions §3, §5).
 */
export function readInput<T extends object>(input: Input<T>, raw: RawParams, errors?: ValidationErrors): T {
  const found = errors ?? new ValidationErrors();
  const plan = planOf(input);
  const given = pickGiven(plan.params, raw);
  demand(plan, given, found);
  const instance = Object.keys(given).length === 0 ? new input() : readGiven(input, given, found);
  if (raw.pagination !== 'keyset') {
    refuseKeysetWords(plan, given, found);
  }
  if (checksParts(instance)) {
    instance.checkParts(found);
  }
  if (!errors) {
    found.refuseAny();
  }
  return instance;
}

/** Reads the parts of an input that {@link readInput} left out. */
export async function readLargeParts(instance: object, errors: ValidationErrors): Promise<void> {
  if (hasLargeParts(instance)) {
    await instance.readLargeParts(errors);
  }
}

/** Removes the parameters that are ignored from callers who are not administrators (contract: storage-moves §8). */
export function withoutAdminParams(input: Input<object>, raw: RawParams): RawParams {
  const ignored = planOf(input).params.filter(({ onlyFromAdmins }) => onlyFromAdmins);
  if (ignored.length === 0) {
    return raw;
  }
  const names = new Set(ignored.flatMap(({ name, aliases }) => [name, ...aliases]));
  return Object.fromEntries(Object.entries(raw).filter(([name]) => !names.has(name)));
}

const checksParts = (instance: object): instance is ChecksParts => 'checkParts' in instance;

const hasLargeParts = (instance: object): instance is ReadsLargeParts => 'readLargeParts' in instance;

/** Only the first error of each parameter is reported. */
const CHECKS = { forbidUnknownValues: false, stopAtFirstError: true };

function readGiven<T extends object>(input: Input<T>, given: RawParams, errors: ValidationErrors): T {
  const instance = plainToInstance(input, given);
  for (const { property, constraints = {} } of validateSync(instance, CHECKS)) {
    Object.values(constraints).forEach((text) => {
      errors.about(property, text);
    });
  }
  return instance;
}

function planOf(input: Input<object>): Plan {
  const known = plans.get(input);
  if (known) {
    return known;
  }
  const params = declaredParams(input);
  const groups = requiredGroups(input).map((names) => ({ names, said: names.join(', ') }));
  const plan = { params, demands: [...params.flatMap(demandOf), ...groups] };
  plans.set(input, plan);
  return plan;
}

function demandOf({ name, required, requiredUnless }: DeclaredParam): Demand[] {
  if (requiredUnless !== undefined) {
    return [{ names: [name, requiredUnless], said: name }];
  }
  return required ? [{ names: [name], said: name }] : [];
}

function pickGiven(params: readonly DeclaredParam[], raw: RawParams): RawParams {
  const given: RawParams = {};
  for (const param of params) {
    const sent = [param.name, ...param.aliases].find((name) => !isAbsent(param, raw[name], raw));
    if (sent !== undefined) {
      given[param.name] = param.emptyClears && raw[sent] === '' ? null : raw[sent];
    }
  }
  return given;
}

function isAbsent(param: DeclaredParam, value: unknown, raw: RawParams): boolean {
  const { nullable, emptyIsAbsent, emptyClears } = param;
  return (
    value === undefined ||
    (value === null && !nullable) ||
    (value === '' && emptyIsAbsent && !emptyClears) ||
    (typeof value === 'string' && hasDefault(param, raw) && isBlank(value))
  );
}

/** Whether there is a default for a blank text (contract: conventions §3.7). */
const hasDefault = ({ blankIsAbsent }: DeclaredParam, raw: RawParams): boolean =>
  blankIsAbsent === true || (blankIsAbsent?.beside.some((name) => (raw[name] ?? '') !== '') ?? false);

/**
 * Lists by offset only accept the columns that their contract pages name (contract: packages §3.2, alerts §2.2, §3).
 */
function refuseKeysetWords({ params }: Plan, given: RawParams, errors: ValidationErrors): void {
  for (const { name, keysetWords } of params) {
    errors.about(name, keysetWords.some((word) => word === given[name]) ? NOT_A_VALUE : undefined);
  }
}

function demand(plan: Plan, given: RawParams, errors: ValidationErrors): void {
  for (const { names, said } of plan.demands) {
    if (!names.some((name) => name in given && given[name] !== null)) {
      errors.lacks(said);
    }
  }
}
