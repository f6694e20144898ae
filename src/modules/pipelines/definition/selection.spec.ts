import { readDefinition } from './read-definition.js';
import { evaluateJobs, pipelineName } from './selection.js';
import type { SelectionSubject } from './selection.js';

const PUSH: SelectionSubject = {
  ref: 'main',
  isTag: false,
  source: 'push',
  predefined: new Map([['CI_COMMIT_REF_NAME', 'main']]),
  outer: new Map([['OUTER', 'yes']]),
};

function checked(text: string, subject: Partial<SelectionSubject> = {}) {
  const result = readDefinition('.ci.yml', new Map([['.ci.yml', { text }]]));
  if (result.is !== 'read') {
    throw new Error(JSON.stringify(result));
  }
  return evaluateJobs(result.definition, { ...PUSH, ...subject });
}

const variablesOf = (job: { readonly variables: readonly ReadonlyMap<string, string>[] }) =>
  Object.fromEntries(job.variables.flatMap((layer) => [...layer]));

const names = (text: string, subject: Partial<SelectionSubject> = {}) =>
  checked(text, subject)
    ?.filter((job) => job.isIncluded)
    .map((job) => job.definition.name);

describe('evaluateJobs()', () => {
  it('decides by the first rule that holds', () => {
    const text = `
a: { script: x, rules: [{ if: $NO }, { if: $OUTER, when: manual, variables: { FROM: rule } }, { when: always }] }
b: { script: x, rules: [{ if: $NO }] }
c: { script: x, rules: [{ if: $OUTER, when: never }, { when: always }] }
d: { script: x, variables: { OWN: "1" }, rules: [{ if: '$OWN == "1" && $CI_COMMIT_REF_NAME == "main"', allow_failure: true }] }
`;
    const jobs = checked(text);

    expect(names(text)).toEqual(['a', 'd']);
    expect(jobs).toMatchObject([
      { rule: '$OUTER', when: 'manual', allowFailure: false },
      { isIncluded: false, rule: null },
      { isIncluded: false, rule: '$OUTER' },
      { when: 'on_success', allowFailure: true },
    ]);
    expect(variablesOf(jobs![0]!)).toEqual({ FROM: 'rule' });
  });

  it.each([
    ['only: [branches]', {}, true],
    ['only: [tags]', {}, false],
    ['only: [tags]', { isTag: true }, true],
    ['only: [main]', {}, true],
    ['only: ["/^ma/"]', {}, true],
    ['only: ["/^xx/", pushes]', {}, true],
    ['only: [api]', {}, false],
    ['only: [triggers]', { source: 'trigger' }, true],
    ['only: [pipelines]', { source: 'pipeline' }, true],
    ['only: { refs: [branches], variables: ["$NO"] }', {}, false],
    ['only: { variables: ["$NO", "$OUTER"] }', {}, true],
    ['except: [main]', {}, false],
    ['except: [tags]', {}, true],
    ['except: { variables: ["$OUTER"] }', {}, false],
    ['only: [branches], except: ["/^ma/"]', {}, false],
  ])('includes a job with %s, for %j: %s', (policy, subject, isIncluded) => {
    const jobs = checked(`a: { script: x, ${policy} }`, subject);

    expect(jobs?.[0]?.isIncluded).toBe(isIncluded);
  });

  it('lets manual jobs without rules fail', () => {
    expect(
      checked('a: { script: x, when: manual }\nb: { script: x, when: manual, allow_failure: false }'),
    ).toMatchObject([{ allowFailure: true }, { allowFailure: false }]);
  });

  it('answers no jobs when the workflow excludes the pipeline', () => {
    const rules = (list: string) => `workflow: { rules: [${list}] }\na: { script: x }`;

    expect(checked(rules('{ if: $NO }'))).toBeNull();
    expect(checked(rules('{ if: $OUTER, when: never }, { when: always }'))).toBeNull();
    const jobs = checked(rules('{ if: $OUTER, variables: { W: "1" } }'));
    expect(variablesOf(jobs![0]!)).toEqual({ W: '1' });
  });
});

describe('pipelineName()', () => {
  const nameOf = (text: string, subject: Partial<SelectionSubject> = {}) => {
    const result = readDefinition('.ci.yml', new Map([['.ci.yml', { text }]]));
    return result.is === 'read' ? pipelineName(result.definition, { ...PUSH, ...subject }) : result;
  };

  it.each([
    ['workflow: { name: Nightly }', 'Nightly'],
    ['{}', null],
    ['workflow: { name: "Build of $CI_COMMIT_REF_NAME" }', 'Build of main'],
    ['variables: { A: one }\nworkflow: { name: "${A}, $B and $" }', 'one, $B and $'],
    ['workflow: { name: "for $FOR", rules: [{ if: $OUTER, variables: { FOR: everyone } }] }', 'for everyone'],
  ])('of %j is %j', (text, expected) => {
    expect(nameOf(`a: { script: x }\n${text === '{}' ? '' : text}`)).toBe(expected);
  });

  it('shows no value of a variable that may be secret', () => {
    expect(nameOf('a: { script: x }\nworkflow: { name: "$OUTER" }')).toBe('$OUTER');
  });

  it('is at most 255 characters long, however often a variable occurs', () => {
    const predefined = new Map([['LONG', '\u{1f600}'.repeat(10_000)]]);
    const name = nameOf(`a: { script: x }\nworkflow: { name: "${'$LONG'.repeat(1000)}" }`, { predefined });

    expect(name).toBe('\u{1f600}'.repeat(255));
  });
});
