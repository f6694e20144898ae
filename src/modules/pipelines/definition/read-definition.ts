import { isLonger } from '../../../common/text/is-longer.js';
import { badForm, DefinitionError } from './definition-error.js';
import type { Definition, JobDefinition, Workflow } from './definition.js';
import { Extends } from './extends.js';
import { Fields } from './fields.js';
import { Includes } from './includes.js';
import type { DefinitionFiles } from './includes.js';
import { refuseBadOrder } from './job-order.js';
import { Merging } from './merging.js';
import { namedJobs } from './named-jobs.js';
import { MAX_TIMEOUT, readJob, readRetry } from './read-job.js';
import { withoutReferences } from './reference.js';
import { readWorkflowRules } from './rules.js';
import { readRunnerOptions } from './runner-keys/runner-options.js';
import { isMap } from './value.js';
import type { Value, ValueMap } from './value.js';
import { bounded, MAX_NODES, NO_WEIGHT, plus, refuseHeavy, tooManyNodes, weightOf } from './weight.js';

const DEFAULT_STAGES = ['build', 'test', 'deploy'];
/** Keys that a job inherits from `default` or from the top level if it does not set them itself. */
const INHERITED = [
  ...['image', 'services', 'before_script', 'after_script', 'cache', 'tags', 'timeout', 'retry', 'interruptible'],
  'artifacts',
];
const TOP_LEVEL: ReadonlySet<string> = new Set(['stages', 'variables', 'default', 'workflow', 'include', ...INHERITED]);

/** Names that no job may have, in addition to the top-level keywords. */
const RESERVED: ReadonlySet<string> = new Set(['true', 'false', 'nil', 'pages:deploy']);

/** More than a fleet of runners works through, but few enough to create and update in one transaction. */
const MAX_JOBS = 2000;
const MAX_NAME = 255;

/** A definition, and the file with its includes and references resolved. */
export interface WholeDefinition {
  readonly definition: Definition;
  readonly root: ValueMap;
}

export type ReadResult =
  | ({ readonly is: 'read' } & WholeDefinition)
  | { readonly is: 'incomplete'; readonly wanted: readonly string[] }
  | { readonly is: 'bad'; readonly error: string };

/**
 * Reads a definition file with all files that it includes, as far as they are given; the first problem is returned as
 * the error (contract: triggers §5).
 */
export function readDefinition(path: string, files: DefinitionFiles): ReadResult {
  try {
    const merging = new Merging();
    const includes = new Includes(files, merging);
    const whole = includes.whole(path);
    if (includes.wanted.size > 0) {
      return { is: 'incomplete', wanted: [...includes.wanted] };
    }
    const root = withoutReferences(whole);
    return { is: 'read', definition: definitionOf(root, merging), root };
  } catch (error) {
    if (error instanceof DefinitionError) {
      return { is: 'bad', error: error.message };
    }
    throw error;
  }
}

function definitionOf(root: ValueMap, merging: Merging): Definition {
  const stages = stagesOf(root);
  const variables = new Fields(root, '').variables();
  const workflow = workflowOf(root.get('workflow'));
  const defaults = defaultsOf(root);
  const entries = jobEntries(root);
  if (entries.length === 0) {
    throw new DefinitionError('jobs config should contain at least one visible job');
  }
  const templates = new Extends(root, merging);
  const { jobs, problem } = readJobs(entries, (name, entry) => inContext(name, entry, templates, defaults));
  const unread = new Set(entries.slice(jobs.length).map(([name]) => name));
  refuseBadOrder(jobs, { stages, unread });
  if (problem) {
    throw problem;
  }
  refuseManyNeeds(jobs);
  return { stages, variables, workflow, jobs };
}

function stagesOf(root: ValueMap): readonly string[] {
  const named = new Fields(root, '').texts('stages') ?? DEFAULT_STAGES;
  const own = named.filter((stage) => stage !== '.pre' && stage !== '.post');
  own.forEach((stage) => {
    refuseLongName('stages', stage);
  });
  return ['.pre', ...new Set(own), '.post'];
}

function workflowOf(value: Value | undefined): Workflow {
  if (value === undefined || value === null) {
    return { name: null, rules: null };
  }
  if (!isMap(value)) {
    throw badForm('workflow', 'a hash');
  }
  const unknown = [...value.keys()].filter((key) => key !== 'name' && key !== 'rules');
  if (unknown.length > 0) {
    throw new DefinitionError(`workflow config contains unknown keys: ${unknown.join(', ')}`);
  }
  const fields = new Fields(value, 'workflow');
  return { name: fields.text('name'), rules: readWorkflowRules(fields) };
}

function defaultsOf(root: ValueMap): ValueMap {
  const named = root.get('default') ?? new Map<string, Value>();
  if (!isMap(named)) {
    throw badForm('default', 'a hash');
  }
  const unknown = [...named.keys()].filter((key) => !INHERITED.includes(key));
  if (unknown.length > 0) {
    throw new DefinitionError(`default config contains unknown keys: ${unknown.join(', ')}`);
  }
  refuseBadDefaults(new Fields(root, ''));
  refuseBadDefaults(new Fields(named, 'default'));
  const global = INHERITED.flatMap((key): [string, Value][] => {
    const value = root.get(key);
    return value === undefined ? [] : [[key, value]];
  });
  return new Map([...global, ...named]);
}

/** Checks the defaults separately: invalid ones are rejected even if no job inherits them. */
function refuseBadDefaults(fields: Fields): void {
  readRunnerOptions(fields);
  readRetry(fields);
  fields.texts('tags');
  fields.seconds('timeout', MAX_TIMEOUT);
  fields.flag('interruptible');
}

const jobEntries = (root: ValueMap): readonly (readonly [string, Value])[] =>
  [...root].filter(([name]) => !TOP_LEVEL.has(name) && !name.startsWith('.'));

function inContext(name: string, entry: Value, templates: Extends, defaults: ValueMap): ValueMap {
  refuseLongName(`jobs:${name}`, name);
  if (RESERVED.has(name)) {
    throw badForm(`jobs:${name}`, 'named otherwise, since this name is reserved');
  }
  if (!isMap(entry)) {
    throw badForm(`jobs:${name}`, 'a hash');
  }
  const job = templates.whole(name, entry);
  const missing = [...defaults].filter(([key]) => !job.has(key));
  return bounded(new Map([...job, ...missing]));
}

function refuseLongName(location: string, name: string): void {
  if (isLonger(name, MAX_NAME)) {
    throw badForm(location, `named with at most ${MAX_NAME} characters`);
  }
}

interface JobsRead {
  readonly jobs: readonly JobDefinition[];
  /** Why the next job cannot be read; null if all are. */
  readonly problem: DefinitionError | null;
}

/**
 * Reads the jobs in the order of the file, up to the first with a problem, so that other problems of earlier jobs can be
 * told before it. All jobs with their parallel copies being too many or too large together is one as well (contract:
 * triggers §5).
 */
function readJobs(
  entries: readonly (readonly [string, Value])[],
  inWhole: (name: string, entry: Value) => ValueMap,
): JobsRead {
  const jobs: JobDefinition[] = [];
  let weight = NO_WEIGHT;
  let count = 0;
  try {
    for (const [name, entry] of entries) {
      const job = inWhole(name, entry);
      const definition = readJob(name, job);
      weight = plus(weight, weightOf(job), copiesOf(definition));
      count += copiesOf(definition);
      if (count > MAX_JOBS) {
        throw new DefinitionError(`jobs config should contain at most ${MAX_JOBS} jobs`);
      }
      refuseHeavy(weight);
      jobs.push(definition);
    }
  } catch (error) {
    if (error instanceof DefinitionError) {
      return { jobs, problem: error };
    }
    throw error;
  }
  return { jobs, problem: null };
}

/**
 * Throws when there are too many needs in total: each parallel copy of a job needs all copies of the jobs that it
 * names.
 */
function refuseManyNeeds(jobs: readonly JobDefinition[]): void {
  const named = namedJobs(jobs);
  const needs = jobs.map(
    (job) => copiesOf(job) * (job.needs ?? []).reduce((sum, need) => sum + (named.get(need.job)?.names.length ?? 0), 0),
  );
  if (needs.reduce((sum, count) => sum + count, 0) > MAX_NODES) {
    throw tooManyNodes();
  }
}

const copiesOf = ({ parallel }: JobDefinition): number => parallel ?? 1;
