import { storable } from '../../../common/text/storable.js';
import { withValues } from '../variables/references.js';
import type { AllowFailure, Definition, JobDefinition, JobWhen, Rule } from './definition.js';
import type { VariablesService } from './expression/expression.js';
import { namedJobs } from './named-jobs.js';
import { fits } from './ref-policies.js';
import type { PolicySubject, RefPolicies } from './ref-policies.js';

/** What a pipeline is created for. */
export interface SelectionSubject extends PolicySubject {
  /** Values that every job has unless a closer layer sets them. */
  readonly predefined: ReadonlyMap<string, string>;
  /** Values that override those of the file: from the trigger, the project, its groups and the instance. */
  readonly outer: ReadonlyMap<string, string>;
}

/** A job of the file, and whether and how this pipeline includes it. */
export interface EvaluatedJob {
  readonly definition: JobDefinition;
  readonly isIncluded: boolean;
  /** What decided: the text of a rule, `only` or `except`; null if nothing did. */
  readonly rule: string | null;
  readonly when: JobWhen;
  readonly allowFailure: AllowFailure;
  /** In seconds; null unless the job is delayed. */
  readonly startIn: number | null;
  /** Variables of the file, the workflow, the job and the rule that decided: later layers win. */
  readonly variables: Layers;
}

/** Of a pipeline, in characters, each of which may take two units of a text. */
const MAX_NAME = 255;

type Layers = readonly ReadonlyMap<string, string>[];

/**
 * Evaluates every job of the file for this pipeline; null when `workflow` does not allow the pipeline (contract:
 * triggers §3, §5).
 */
export function evaluateJobs(definition: Definition, subject: SelectionSubject): readonly EvaluatedJob[] | null {
  const { predefined, outer } = subject;
  const workflow = evaluateWorkflow(definition.workflow.rules, lookup([predefined, definition.variables, outer]));
  if (!workflow) {
    return null;
  }
  const own = [definition.variables, workflow.variables];
  return definition.jobs.map((job) => evaluateJob(job, [...own, job.variables], subject));
}

/**
 * Name of the pipeline with the values of its predefined variables and those of the file; others may be secret
 * (contract: triggers §5, §11). Null if the file names none.
 */
export function pipelineName(definition: Definition, { predefined, outer }: SelectionSubject): string | null {
  const { name, rules } = definition.workflow;
  if (!name?.includes('$')) {
    return name;
  }
  const workflow = evaluateWorkflow(rules, lookup([predefined, definition.variables, outer]));
  const shown = lookup([predefined, definition.variables, workflow?.variables ?? new Map()]);
  let text = '';
  for (const piece of withValues(name, (variable) => shown.get(variable))) {
    text += piece.slice(0, 2 * MAX_NAME);
    if (text.length > 2 * MAX_NAME) {
      break;
    }
  }
  return Array.from(storable(text)).slice(0, MAX_NAME).join('');
}

/** Returns the error when an included job needs one that is not in the pipeline; null if there is none. */
export function missingNeeds(jobs: readonly EvaluatedJob[]): string | null {
  const included = jobs.filter((job) => job.isIncluded).map((job) => job.definition);
  const named = namedJobs(included);
  for (const definition of included) {
    const missing = definition.needs?.find((need) => !need.isOptional && !named.has(need.job));
    if (missing) {
      return `${definition.name} job: undefined need: ${missing.job}`;
    }
  }
  return null;
}

/** Later layers win. Looks up each layer in turn: copying all of them for each job would cost the product of both. */
function lookup(layers: Layers): VariablesService {
  const closestFirst = layers.toReversed();
  return { get: (name) => closestFirst.find((layer) => layer.has(name))?.get(name) };
}

const deciding = (rules: readonly Rule[], variables: VariablesService): Rule | undefined =>
  rules.find(({ condition }) => condition === null || condition(variables));

function evaluateWorkflow(
  rules: readonly Rule[] | null,
  variables: VariablesService,
): { readonly variables: ReadonlyMap<string, string> } | null {
  if (!rules) {
    return { variables: new Map() };
  }
  const rule = deciding(rules, variables);
  return rule && rule.when !== 'never' ? { variables: rule.variables } : null;
}

function evaluateJob(job: JobDefinition, own: Layers, subject: SelectionSubject): EvaluatedJob {
  const seen = lookup([subject.predefined, ...own, subject.outer]);
  return job.rules ? byRules(job, job.rules, own, seen) : byPolicies(job, own, seen, subject);
}

function byRules(job: JobDefinition, rules: readonly Rule[], own: Layers, seen: VariablesService): EvaluatedJob {
  const rule = deciding(rules, seen);
  const when = rule?.when ?? job.when;
  return {
    definition: job,
    isIncluded: rule !== undefined && when !== 'never',
    rule: rule ? (rule.text ?? `when: ${when}`) : null,
    when,
    allowFailure: rule?.allowFailure ?? job.allowFailure ?? false,
    startIn: when === 'delayed' ? (rule?.startIn ?? job.startIn) : null,
    variables: rule ? [...own, rule.variables] : own,
  };
}

function byPolicies(job: JobDefinition, own: Layers, seen: VariablesService, subject: SelectionSubject): EvaluatedJob {
  const isLeftOut = job.only !== null && !isWanted(job.only, seen, subject);
  const isExcepted = job.except !== null && isRefused(job.except, seen, subject);
  return {
    definition: job,
    isIncluded: !isLeftOut && !isExcepted && job.when !== 'never',
    rule: isExcepted ? 'except' : job.only ? 'only' : null,
    when: job.when,
    allowFailure: job.allowFailure ?? job.when === 'manual',
    startIn: job.when === 'delayed' ? job.startIn : null,
    variables: own,
  };
}

const isWanted = ({ refs, variables }: RefPolicies, seen: VariablesService, subject: PolicySubject): boolean =>
  (refs.length === 0 || refs.some((policy) => fits(policy, subject))) &&
  (variables.length === 0 || variables.some((holds) => holds(seen)));

const isRefused = ({ refs, variables }: RefPolicies, seen: VariablesService, subject: PolicySubject): boolean =>
  refs.some((policy) => fits(policy, subject)) || variables.some((holds) => holds(seen));
