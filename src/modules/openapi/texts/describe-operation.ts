import type { ApiRoute } from '../api-routes.js';
import { OPERATION_TEXTS } from './operation-texts.js';
import { resourceName } from './resource-names.js';

/** Final words of a path that are actions on the record before them. */
const ACTIONS: ReadonlySet<string> = new Set([
  ...[
    'activate',
    'archive',
    'block',
    'cancel',
    'deactivate',
    'erase',
    'pause',
    'play',
    'restore',
    'resume',
    'retry',
    'rotate',
  ],
  ...['unarchive', 'unblock'],
]);

/** Fixed words of a path, each with the parameter after it. */
interface Step {
  readonly words: readonly string[];
  readonly hasParameter: boolean;
}

/**
 * Returns the operation id for generated clients, such as `rotateProjectTrigger`; derived from the path, so that it
 * does not depend on class names.
 */
export function operationId(route: ApiRoute): string {
  const text = OPERATION_TEXTS[keyOf(route)];
  if (text?.id !== undefined) {
    return text.id;
  }
  const { verb, steps } = meaningOf(route);
  const words = steps.flatMap(({ words, hasParameter }) => (hasParameter ? withSingular(words) : words));
  return [verb, ...words.flatMap((word) => word.split(/[^A-Za-z0-9]+/)).map(capitalized)].join('');
}

/** Returns the summary of the operation; undefined when it follows neither from the path nor from the texts. */
export function summaryOf(route: ApiRoute): string | undefined {
  const text = OPERATION_TEXTS[keyOf(route)];
  if (text?.summary !== undefined) {
    return text.summary;
  }
  const { verb, steps } = meaningOf(route);
  const [target, owner] = steps.map((_step, index) => nameUpTo(steps, index)).reverse();
  if (target === undefined) {
    return undefined;
  }
  const what = verb === 'list' ? `the ${target.many}` : article(target.one);
  const word = verb === 'delete' && REVOKED.test(target.one) ? 'revoke' : verb;
  return `${capitalized(word)} ${what}${owner ? ` of ${article(owner.one)}` : ''}`;
}

export const detailsOf = (route: ApiRoute): string | undefined => OPERATION_TEXTS[keyOf(route)]?.details;

/** Returns entries of the texts that match none of these routes. */
export function staleTexts(routes: readonly ApiRoute[]): string[] {
  const keys = new Set(routes.map(keyOf));
  return Object.keys(OPERATION_TEXTS).filter((key) => !keys.has(key));
}

/** Records that are still shown after their deletion, or may be. */
const REVOKED = /(access|impersonation|deploy) token$/;

const keyOf = ({ verb, path }: ApiRoute): string => `${verb} ${path}`;

const VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

function meaningOf(route: ApiRoute): { readonly verb: string; readonly steps: readonly Step[] } {
  const steps = stepsOf(route.path);
  const action = steps.at(-1)?.words.join('/') ?? '';
  if (route.verb === 'POST' && ACTIONS.has(action)) {
    return { verb: action, steps: steps.slice(0, -1) };
  }
  return {
    verb: Array.isArray(route.answers) ? 'list' : (VERBS[route.verb] ?? 'get'),
    steps: createdOne(route, steps),
  };
}

/** A POST to a list creates a record of it. */
const createdOne = ({ verb }: ApiRoute, steps: readonly Step[]): readonly Step[] =>
  verb === 'POST' ? steps.map((step) => ({ ...step, hasParameter: true })) : steps;

function stepsOf(path: string): Step[] {
  const parts = path.split('/').slice(1);
  const isParameter = (part: string | undefined): boolean => /^[:*]/.test(part ?? '');
  const ends = parts.flatMap((part, index) =>
    !isParameter(part) && (index === parts.length - 1 || isParameter(parts[index + 1])) ? [index] : [],
  );
  return ends.map((end, index) => ({
    words: parts.slice((ends[index - 1] ?? -1) + 1, end + 1).filter((part) => !isParameter(part)),
    hasParameter: isParameter(parts[end + 1]),
  }));
}

const nameUpTo = (steps: readonly Step[], last: number) =>
  resourceName(steps.slice(0, last + 1).flatMap(({ words }) => words));

const withSingular = (words: readonly string[]): readonly string[] => [
  ...words.slice(0, -1),
  ...words.slice(-1).map(singular),
];

function singular(word: string): string {
  if (/(ch|s)es$/.test(word)) {
    return word.slice(0, -'es'.length);
  }
  return word.endsWith('ies') ? `${word.slice(0, -'ies'.length)}y` : word.replace(/([^s])s$/, '$1');
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const article = (noun: string): string => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
