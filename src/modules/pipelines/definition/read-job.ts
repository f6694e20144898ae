import { badForm, DefinitionError, notSupported } from './definition-error.js';
import { JOB_WHENS } from './definition.js';
import type { JobDefinition, Need, Retry } from './definition.js';
import { patternLiteral } from './expression/pattern-literal.js';
import { Fields } from './fields.js';
import { readRefPolicies } from './read-ref-policies.js';
import { readRunnerOptions } from './runner-keys/runner-options.js';
import { idleDelays } from './idle-delays.js';
import { MAX_DELAY, readAllowFailure, readRules } from './rules.js';
import { isList, isMap, isText } from './value.js';
import type { Value, ValueMap } from './value.js';

const KEYS: ReadonlySet<string> = new Set([
  ...['script', 'before_script', 'after_script', 'stage', 'when', 'start_in', 'allow_failure', 'only', 'except'],
  ...['rules', 'needs', 'dependencies', 'tags', 'extends', 'variables', 'parallel', 'timeout', 'retry'],
  ...['interruptible', 'environment', 'coverage', 'image', 'services', 'artifacts', 'cache'],
]);
const RETRY_WHENS: ReadonlySet<string> = new Set([
  ...['always', 'unknown_failure', 'script_failure', 'api_failure', 'stuck_or_timeout_failure'],
  ...['runner_system_failure', 'runner_unsupported', 'job_execution_timeout', 'trace_size_exceeded'],
  ...['stale_schedule', 'archived_failure', 'unmet_prerequisites', 'scheduler_failure', 'data_integrity_failure'],
]);
export const MAX_TIMEOUT = 2_592_000;

/**
 * Reads one job into which templates and defaults are already merged. Throws for the first problem (contract: triggers
 * §5).
 */
export function readJob(name: string, map: ValueMap): JobDefinition {
  const fields = new Fields(map, `jobs:${name}`);
  refuseKeys(fields, [...map.keys()]);
  const when = fields.oneOf('when', JOB_WHENS) ?? 'on_success';
  const job = {
    name,
    stage: fields.text('stage') ?? 'test',
    when,
    startIn: readStartIn(fields, when === 'delayed'),
    allowFailure: readAllowFailure(fields),
    rules: readRules(fields),
    only: readRefPolicies(fields, 'only'),
    except: readRefPolicies(fields, 'except'),
    needs: readNeeds(fields),
    tags: fields.texts('tags') ?? [],
    variables: fields.variables(),
    parallel: fields.integer('parallel', 2, 200),
    timeout: fields.seconds('timeout', MAX_TIMEOUT),
    retry: readRetry(fields),
    isInterruptible: fields.flag('interruptible') ?? false,
    coverage: readCoverage(fields),
  };
  const { options, withoutEffect } = readRunnerOptions(fields);
  return { ...job, options, withoutEffect: [...idleDelays(fields, job), ...withoutEffect] };
}

function refuseKeys(fields: Fields, keys: readonly string[]): void {
  if (keys.includes('trigger')) {
    throw notSupported(`${fields.location}:trigger`);
  }
  if ((fields.lines('script') ?? []).length === 0) {
    throw new DefinitionError(`${fields.location} config should implement a script: keyword`);
  }
  const unknown = keys.filter((key) => !KEYS.has(key));
  if (unknown.length > 0) {
    throw new DefinitionError(`${fields.location} config contains unknown keys: ${unknown.join(', ')}`);
  }
  if (isMap(fields.value('parallel'))) {
    throw notSupported(`${fields.location}:parallel:matrix`);
  }
  if (fields.has('rules') && (fields.has('only') || fields.has('except'))) {
    throw badForm(fields.location, 'without only and except when it has rules');
  }
}

function readStartIn(fields: Fields, isNeeded: boolean): number | null {
  const seconds = fields.seconds('start_in', MAX_DELAY);
  return isNeeded && seconds === null ? fields.refuse('start_in', 'a duration') : seconds;
}

function readNeeds(fields: Fields): readonly Need[] | null {
  const value = fields.value('needs');
  if (value === undefined || value === null) {
    return null;
  }
  return (isList(value) ? value : [value]).map((need) => readNeed(need, `${fields.location}:needs`));
}

function readNeed(value: Value, location: string): Need {
  if (isText(value)) {
    return { job: value, isOptional: false, artifacts: true };
  }
  if (!isMap(value)) {
    throw badForm(location, 'an array of strings or hashes');
  }
  const other = [...value.keys()].find((key) => !['job', 'optional', 'artifacts'].includes(key));
  if (other !== undefined) {
    throw notSupported(`${location}:${other}`);
  }
  const fields = new Fields(value, location);
  const job = fields.text('job') ?? fields.refuse('job', 'a string');
  return { job, isOptional: fields.flag('optional') ?? false, artifacts: fields.flag('artifacts') ?? true };
}

/** Also used for the defaults. */
export function readRetry(fields: Fields): Retry {
  const value = fields.value('retry') ?? 0;
  if (!isMap(value)) {
    return { max: fields.integer('retry', 0, 2) ?? 0, when: ['always'] };
  }
  const own = fields.below('retry');
  own.refuseOthers(['max', 'when']);
  const when = own.texts('when') ?? ['always'];
  if (!when.every((word) => RETRY_WHENS.has(word))) {
    own.refuse('when', `one of: ${[...RETRY_WHENS].join(', ')}`);
  }
  return { max: own.integer('max', 0, 2) ?? 0, when };
}

function readCoverage(fields: Fields): string | null {
  const text = fields.text('coverage');
  if (text !== null && !patternLiteral(text)) {
    fields.refuse('coverage', 'a regular expression');
  }
  return text;
}
