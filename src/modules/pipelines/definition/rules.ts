import { badForm, DefinitionError, notSupported } from './definition-error.js';
import { JOB_WHENS } from './definition.js';
import type { AllowFailure, JobWhen, Rule } from './definition.js';
import { parseExpression } from './expression/expression.js';
import type { Expression } from './expression/expression.js';
import { Fields } from './fields.js';
import { flat, isList, isMap, isText } from './value.js';
import type { Value } from './value.js';

/** What a rule may say: those of `workflow` decide no more than whether there is a pipeline, and its variables. */
interface RuleForm {
  readonly keys: readonly string[];
  readonly whens: readonly JobWhen[];
}
const OF_JOBS: RuleForm = { keys: ['if', 'when', 'allow_failure', 'variables', 'start_in'], whens: JOB_WHENS };
const OF_WORKFLOW: RuleForm = { keys: ['if', 'when', 'variables'], whens: ['on_success', 'always', 'never'] };
const UNSUPPORTED = ['changes', 'exists'];
/** One week in seconds. */
export const MAX_DELAY = 604_800;
const MAX_EXIT_CODE = 2_147_483_647;

/** The list at `rules` of a job; null when there is none (contract: triggers §5). */
export const readRules = (fields: Fields): readonly Rule[] | null => rulesOf(fields, OF_JOBS);

/** The list at `rules` of `workflow`. */
export const readWorkflowRules = (fields: Fields): readonly Rule[] | null => rulesOf(fields, OF_WORKFLOW);

function rulesOf(fields: Fields, form: RuleForm): readonly Rule[] | null {
  const value = fields.value('rules');
  if (value === undefined || value === null) {
    return null;
  }
  if (!isList(value)) {
    return fields.refuse('rules', 'an array of hashes');
  }
  return flat(value).map((rule) => readRule(rule, `${fields.location}:rules`, form));
}

function readRule(value: Value, location: string, { keys, whens }: RuleForm): Rule {
  if (!isMap(value)) {
    throw badForm(location, 'an array of hashes');
  }
  refuseUnknown([...value.keys()], keys, location);
  const fields = new Fields(value, location);
  const text = fields.text('if');
  return {
    condition: text === null ? null : readExpression(text, `${location}:if`),
    text,
    when: fields.oneOf('when', whens),
    allowFailure: readAllowFailure(fields),
    startIn: fields.seconds('start_in', MAX_DELAY),
    variables: fields.variables(),
  };
}

function refuseUnknown(keys: readonly string[], known: readonly string[], location: string): void {
  const unsupported = keys.find((key) => UNSUPPORTED.includes(key));
  if (unsupported !== undefined) {
    throw notSupported(`${location}:${unsupported}`);
  }
  const unknown = keys.filter((key) => !known.includes(key));
  if (unknown.length > 0) {
    throw new DefinitionError(`${location} config contains unknown keys: ${unknown.join(', ')}`);
  }
}

/** Parses a condition on variables. Throws `DefinitionError` if it cannot be parsed (contract: triggers §5). */
export function readExpression(text: string, location: string): Expression {
  const expression = parseExpression(text);
  if (!expression) {
    throw badForm(location, 'a valid expression');
  }
  return expression;
}

/** A list of expressions, as in `only:variables`. */
export function readExpressions(value: Value | undefined, location: string): readonly Expression[] {
  if (value === undefined) {
    return [];
  }
  const texts = isList(value) ? value : [value];
  return texts.map((text) => {
    if (!isText(text)) {
      throw badForm(location, 'an array of strings');
    }
    return readExpression(text, location);
  });
}

/** `true`, `false` or `{exit_codes}`; null when the file does not set it. */
export function readAllowFailure(fields: Fields): AllowFailure | null {
  const value = fields.value('allow_failure');
  if (value === undefined || typeof value === 'boolean') {
    return value ?? null;
  }
  const codes = isMap(value) && value.size === 1 ? flat(value.get('exit_codes') ?? null) : [null];
  const exitCodes = codes.filter(isExitCode);
  if (exitCodes.length !== codes.length) {
    return fields.refuse('allow_failure', 'a hash or a boolean value');
  }
  return { exitCodes };
}

const isExitCode = (value: Value): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_EXIT_CODE;
