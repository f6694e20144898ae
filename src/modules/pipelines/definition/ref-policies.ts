import type { Pattern } from '../../../common/text/pattern.js';
import type { Expression } from './expression/expression.js';

export const REF_WORDS = [
  'branches',
  'tags',
  'pushes',
  'api',
  'web',
  'triggers',
  'pipelines',
  'schedules',
  'external',
] as const;
export type RefWord = (typeof REF_WORDS)[number];

export type RefPolicy =
  | { readonly kind: 'word'; readonly word: RefWord }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'pattern'; readonly pattern: Pattern };

/** The entries of `only` or `except` (contract: triggers §5). */
export interface RefPolicies {
  readonly refs: readonly RefPolicy[];
  readonly variables: readonly Expression[];
}

/** The pipeline data that these policies depend on. */
export interface PolicySubject {
  readonly ref: string;
  readonly isTag: boolean;
  readonly source: string;
}

const SOURCES: Readonly<Record<Exclude<RefWord, 'branches' | 'tags'>, string>> = {
  pushes: 'push',
  api: 'api',
  web: 'web',
  triggers: 'trigger',
  pipelines: 'pipeline',
  schedules: 'schedule',
  external: 'external',
};

/** Whether an entry of `only` or `except` applies to a pipeline (contract: triggers §5). */
export function fits(policy: RefPolicy, subject: PolicySubject): boolean {
  switch (policy.kind) {
    case 'name':
      return policy.name === subject.ref;
    case 'pattern':
      return policy.pattern.isIn(subject.ref);
    case 'word':
      return fitsWord(policy.word, subject);
  }
}

function fitsWord(word: RefWord, { isTag, source }: PolicySubject): boolean {
  if (word === 'branches' || word === 'tags') {
    return isTag === (word === 'tags');
  }
  return SOURCES[word] === source;
}
