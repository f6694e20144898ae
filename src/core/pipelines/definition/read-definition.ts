import { stringify } from 'yaml';
import { badForm, DefinitionError } from './definition-error.js';
import type { Definition, Workflow } from './definition.js';
import { withBases } from './extends.js';
import { Fields } from './fields.js';
import { readWithIncludes } from './includes.js';
import type { ReadFile } from './includes.js';
import { refuseBadOrder } from './job-order.js';
import { readJob } from './read-job.js';
import { withoutReferences } from './reference.js';
import { readRules } from './rules.js';
import { isMap, toJson } from './value.js';
import type { Value, ValueMap } from './value.js';

const DEFAULT_STAGES = ['build', 'test', 'deploy'];
const MAX_BYTES = 1_048_576;
/** Keys that a job takes from `default` or from the top level when it has none of its own. */
const INHERITED = [
  ...['image', 'services', 'before_script', 'after_script', 'cache', 'tags', 'timeout', 'retry', 'interruptible'],
  'artifacts',
];
const TOP_LEVEL: ReadonlySet<string> = new Set(['stages', 'variables', 'default', 'workflow', 'include', ...INHERITED]);

export type ReadResult =
  { readonly ok: true; readonly definition: Definition } | { readonly ok: false; readonly error: string };

/** Reads a definition file with all that it includes; the first thing that is wrong is the error (contract: triggers §5). */
export async function readDefinition(file: string, text: string, readFile: ReadFile): Promise<ReadResult> {
  try {
    if (Buffer.byteLength(text) > MAX_BYTES) {
      throw new DefinitionError(`(${file}): the file is larger than 1 MiB`);
    }
    return { ok: true, definition: definitionOf(withoutReferences(await readWithIncludes(file, text, readFile))) };
  } catch (error) {
    if (error instanceof DefinitionError) {
      return { ok: false, error: error.message };
    }
    throw error;
  }
}

/** The file with what it includes and refers to, as one; only for files that can be read. */
export async function mergedDefinition(file: string, text: string, readFile: ReadFile): Promise<string> {
  return stringify(toJson(withoutReferences(await readWithIncludes(file, text, readFile))), {
    aliasDuplicateObjects: false,
  });
}

function definitionOf(root: ValueMap): Definition {
  const stages = stagesOf(root);
  const variables = new Fields(root, '').variables();
  const workflow = workflowOf(root.get('workflow'));
  const defaults = defaultsOf(root);
  const jobs = jobEntries(root).map(([name, job]) => inContext(name, job, root, defaults));
  if (jobs.length === 0) {
    throw new DefinitionError('jobs config should contain at least one visible job');
  }
  const read = jobs.map(({ name, job }) => readJob(name, job));
  refuseBadOrder(read, stages);
  return { stages, variables, workflow, jobs: read };
}

function stagesOf(root: ValueMap): readonly string[] {
  const named = new Fields(root, '').texts('stages') ?? DEFAULT_STAGES;
  const own = named.filter((stage) => stage !== '.pre' && stage !== '.post');
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
  return { name: fields.text('name'), rules: readRules(fields) };
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
  const global = INHERITED.flatMap((key): [string, Value][] => {
    const value = root.get(key);
    return value === undefined ? [] : [[key, value]];
  });
  return new Map([...global, ...named]);
}

const jobEntries = (root: ValueMap): readonly (readonly [string, Value])[] =>
  [...root].filter(([name]) => !TOP_LEVEL.has(name) && !name.startsWith('.'));

function inContext(name: string, entry: Value, root: ValueMap, defaults: ValueMap): { name: string; job: ValueMap } {
  if (!isMap(entry)) {
    throw badForm(`jobs:${name}`, 'a hash');
  }
  const job = withBases(name, entry, root);
  const missing = [...defaults].filter(([key]) => !job.has(key));
  return { name, job: new Map([...job, ...missing]) };
}
