import { readDefinition } from './read-definition.js';
import type { Definition } from './definition.js';
import type { DefinitionFile } from './includes.js';

const FILE = '.ci.yml';
type Files = Readonly<Record<string, string>>;

/** Reads as a service does that has all files at hand. */
function result(text: string, files: Files) {
  const known = new Map<string, DefinitionFile>([[FILE, { text }]]);
  for (;;) {
    const read = readDefinition(FILE, known);
    if (read.is !== 'incomplete') {
      return read;
    }
    read.wanted.forEach((path) => known.set(path, path in files ? { text: files[path]! } : 'missing'));
  }
}

function read(text: string, files: Files = {}): Definition {
  const answer = result(text, files);
  if (answer.is !== 'read') {
    throw new Error(answer.error);
  }
  return answer.definition;
}

function errorOf(text: string, files: Files = {}): string | null {
  const answer = result(text, files);
  return answer.is === 'read' ? null : answer.error;
}

describe('readDefinition()', () => {
  it('counts the characters of a name', () => {
    const named = (length: number): string => `"${'🚀'.repeat(length)}": { script: x }`;

    expect(read(named(255)).jobs).toMatchObject([{ name: '🚀'.repeat(255) }]);
    expect(errorOf(named(256))).toContain('named with at most 255 characters');
  });

  it('reads stages, variables and jobs, with what they take from the defaults', () => {
    const { stages, variables, jobs } = read(`
stages: [build, test]
variables: { LEVEL: 3, NAMED: { value: x, description: y } }
image: node:20
default: { tags: [docker] }
before_script: [prepare]
compile: { stage: build, script: make, tags: [], timeout: 1h 30m, retry: 1, parallel: 3 }
check:
  script: [[make check], make lint]
  before_script: []
  variables: { LEVEL: 4 }
  needs: [compile, { job: other, optional: true, artifacts: false }]
  retry: { max: 2, when: script_failure }
  allow_failure: { exit_codes: [3, 4] }
  artifacts: { paths: [out], reports: { junit: r.xml } }
  coverage: '/\\d+%/'
`);

    expect(stages).toEqual(['.pre', 'build', 'test', '.post']);
    expect([...variables]).toEqual([
      ['LEVEL', '3'],
      ['NAMED', 'x'],
    ]);
    expect(jobs).toMatchObject([
      {
        name: 'compile',
        stage: 'build',
        timeout: 5400,
        tags: [],
        parallel: 3,
        needs: null,
        retry: { max: 1, when: ['always'] },
        options: { before_script: ['prepare'], script: ['make'], after_script: [], image: 'node:20' },
      },
      {
        name: 'check',
        stage: 'test',
        tags: ['docker'],
        needs: [
          { job: 'compile', isOptional: false, artifacts: true },
          { job: 'other', isOptional: true, artifacts: false },
        ],
        retry: { max: 2, when: ['script_failure'] },
        allowFailure: { exitCodes: [3, 4] },
        coverage: '/\\d+%/',
        options: {
          before_script: [],
          script: ['make check', 'make lint'],
          artifacts: { paths: ['out'], reports: { junit: 'r.xml' } },
        },
      },
    ]);
  });

  it('extends templates, merges anchors and follows references', () => {
    const { jobs } = read(`
.base: { script: [a], variables: { A: 1, B: 1 } }
.more: { extends: .base, variables: { B: 2 }, tags: [x] }
.anchor: &anchor { interruptible: true }
.lines: { setup: [one, two] }
build:
  <<: *anchor
  extends: [.more]
  variables: { C: 3 }
  script:
    - !reference [.lines, setup]
    - three
`);

    expect(jobs).toHaveLength(1);
    expect(jobs[0]).toMatchObject({ isInterruptible: true, tags: ['x'], options: { script: ['one', 'two', 'three'] } });
    expect([...jobs[0]!.variables]).toEqual([
      ['A', '1'],
      ['B', '2'],
      ['C', '3'],
    ]);
  });

  it('merges included files before itself', () => {
    const { jobs } = read('include: [/ci/a.yml, { local: b.yml }]\nbuild: { script: own }', {
      'ci/a.yml': 'include: b.yml\nbuild: { script: a, tags: [a] }',
      'b.yml': 'test: { script: b }',
    });

    expect(jobs.map(({ name, tags, options }) => [name, tags, options.script])).toEqual([
      ['test', [], ['b']],
      ['build', ['a'], ['own']],
    ]);
  });

  it.each([
    ['', 'jobs config should contain at least one visible job'],
    ['.hidden: { script: x }', 'jobs config should contain at least one visible job'],
    ['a: {}', 'jobs:a config should implement a script: keyword'],
    ['a: { script: [] }', 'jobs:a config should implement a script: keyword'],
    ['a: { script: x, foo: 1, bar: 2 }', 'jobs:a config contains unknown keys: foo, bar'],
    [
      'a: { script: x, stage: nowhere }',
      'a job: chosen stage does not exist; available stages are .pre, build, test, deploy, .post',
    ],
    ['a: { script: x, needs: [b] }', 'a job: undefined need: b'],
    [
      'a: { script: x, needs: [b] }\nb: { script: x, stage: deploy }',
      'a job: need b is not defined in current or prior stages',
    ],
    ['a: { script: x, needs: [b] }\nb: { script: x, needs: [a] }', 'circular dependency detected in needs'],
    ['a: { script: x, extends: .no }', 'a: unknown keys in extends (.no)'],
    ['.b: { extends: .c }\n.c: { extends: .b }\na: { extends: .b }', 'circular dependency detected in extends'],
    [
      'a: { script: x, when: sometimes }',
      'jobs:a:when config should be one of: on_success, on_failure, always, manual, delayed, never',
    ],
    ['a: { script: x, when: delayed }', 'jobs:a:start_in config should be a duration'],
    ['a: { script: x, rules: [{ when: delayed }] }', 'jobs:a:rules:start_in config should be a duration'],
    ['a: { script: x, parallel: 1 }', 'jobs:a:parallel config should be an integer between 2 and 200'],
    ['a: { script: x, variables: [b] }', 'jobs:a:variables config should be a hash of key value pairs'],
    ['a: { script: x, coverage: "/(/" }', 'jobs:a:coverage config should be a regular expression'],
    ['a: { script: x, rules: [{ if: "$A =" }] }', 'jobs:a:rules:if config should be a valid expression'],
    ['a: { script: x, rules: [{ changes: [b] }] }', 'jobs:a:rules:changes is not supported'],
    ['a: { script: x, rules: [{ exists: [b] }] }', 'jobs:a:rules:exists is not supported'],
    ['a: { script: x, only: { changes: [b] } }', 'jobs:a:only:changes is not supported'],
    ['a: { script: x, parallel: { matrix: [] } }', 'jobs:a:parallel:matrix is not supported'],
    ['a: { trigger: other }', 'jobs:a:trigger is not supported'],
    ['include: { remote: "https://x" }\na: { script: x }', 'include:remote is not supported'],
    ['include: missing.yml\na: { script: x }', 'Local file `missing.yml` does not exist!'],
    ['variables: 3\na: { script: x }', 'variables config should be a hash of key value pairs'],
    [
      'workflow: { rules: [{ when: manual }] }\na: { script: x }',
      'workflow:rules:when config should be one of: on_success, always, never',
    ],
    [
      'workflow: { rules: [{ if: $A, allow_failure: true, start_in: 1 day }] }\na: { script: x }',
      'workflow:rules config contains unknown keys: allow_failure, start_in',
    ],
    [
      'a: { script: x, dependencies: [b] }\nb: { script: x, stage: deploy }',
      'a job: dependency b is not defined in current or prior stages',
    ],
    ['a: text', 'jobs:a config should be a hash'],
    [
      'variables: { A: { value: x, foo: 1 } }\na: { script: x }',
      'variables config should be a hash of key value pairs',
    ],
    ['a: { script: x, retry: { max: 1, foo: 2, bar: 3 } }', 'jobs:a:retry config contains unknown keys: foo, bar'],
    ['a: { script: x }\n---\nb: { script: y }', expect.stringMatching(/^\(\.ci\.yml\): .*multiple documents/)],
    ['a: [', expect.stringMatching(/^\(\.ci\.yml\): .* at line 1, column 5$/)],
    ['a: !secret x', expect.stringMatching(/^\(\.ci\.yml\): Unresolved tag: !secret at line 1, column 4$/)],
    [
      'variables: !!omap [A: x]\na: { script: x }',
      '(.ci.yml): Unresolved tag: tag:yaml.org,2002:omap at line 1, column 12',
    ],
    [
      'variables: { A: !!binary eA== }\na: { script: x }',
      expect.stringContaining('Unresolved tag: tag:yaml.org,2002:binary'),
    ],
    ['a: { script: !reference [b, c] }', '!reference ["b","c"] could not be found'],
    [
      '.x: { y: !reference [.x, y] }\na: { script: !reference [.x, y] }',
      '!reference [".x","y"] is part of a circular chain',
    ],
  ])('refuses %j', (text, error) => {
    expect(errorOf(text)).toEqual(error);
  });

  it('reads YAML 1.2, whatever version the file names', () => {
    const { variables } = read('%YAML 1.1\n---\nvariables: { A: yes, B: 0o14, C: 014 }\na: { script: x }');

    expect(variables).toEqual(read('variables: { A: yes, B: 0o14, C: 014 }\na: { script: x }').variables);
  });

  it.each([
    ['image: 5', 'jobs:a:image config should be a hash or a string'],
    ['image: { name: 5 }', 'jobs:a:image:name config should be a string'],
    ['image: { entrypoint: [sh] }', 'jobs:a:image:name config should be a string'],
    ['image: { name: x, script: y }', 'jobs:a:image config contains unknown keys: script'],
    ['image: { name: x, entrypoint: 5 }', 'jobs:a:image:entrypoint config should be an array of strings or a string'],
    [
      'image: { name: x, pull_policy: often }',
      'jobs:a:image:pull_policy config should be one of: always, never, if-not-present',
    ],
    ['image: { name: x, docker: { cpu: 1 } }', 'jobs:a:image:docker config contains unknown keys: cpu'],
    ['image: { name: x, ports: [web] }', 'jobs:a:image:ports config should be an array of integers or hashes'],
    ['services: [5]', 'jobs:a:services config should be an array of strings or hashes'],
    ['services: db', 'jobs:a:services config should be an array of strings or hashes'],
    ['services: [[db]]', 'jobs:a:services config should be an array of strings or hashes'],
    ['services: [{ alias: db }]', 'jobs:a:services:name config should be a string'],
    ['services: [{ name: x, port: 1 }]', 'jobs:a:services config contains unknown keys: port'],
    ['services: [{ name: x, command: 5 }]', 'jobs:a:services:command config should be an array of strings or a string'],
    ['services: [{ name: x, variables: [A] }]', 'jobs:a:services:variables config should be a hash of key value pairs'],
    ['artifacts: [out]', 'jobs:a:artifacts config should be a hash'],
    ['artifacts: { path: out, keep: 1 }', 'jobs:a:artifacts config contains unknown keys: path, keep'],
    ['artifacts: { paths: [[out]] }', 'jobs:a:artifacts:paths config should be an array of strings or a string'],
    ['artifacts: { paths: [out], expire_in: soon }', 'jobs:a:artifacts:expire_in config should be a duration'],
    ['artifacts: { untracked: 5 }', 'jobs:a:artifacts:untracked config should be a boolean value'],
    ['artifacts: { when: manual }', 'jobs:a:artifacts:when config should be one of: on_success, on_failure, always'],
    ['artifacts: { public: false }', 'jobs:a:artifacts:public is not supported'],
    ['artifacts: { access: developer }', 'jobs:a:artifacts:access is not supported'],
    ['artifacts: { reports: { junk: x } }', 'jobs:a:artifacts:reports config contains unknown keys: junk'],
    [
      'artifacts: { reports: { junit: 5 } }',
      'jobs:a:artifacts:reports:junit config should be an array of strings or a string',
    ],
    [
      'artifacts: { reports: { coverage_report: { path: x } } }',
      'jobs:a:artifacts:reports:coverage_report:coverage_format config should be one of: cobertura, jacoco',
    ],
    ['cache: x', 'jobs:a:cache config should be a hash or an array of hashes'],
    ['cache: [x]', 'jobs:a:cache config should be a hash or an array of hashes'],
    ['cache: { key: 5 }', 'jobs:a:cache:key config should be a hash or a string'],
    ['cache: { key: { prefix: x } }', 'jobs:a:cache:key:files config should be an array of strings'],
    ['cache: { path: x }', 'jobs:a:cache config contains unknown keys: path'],
    ['cache: { policy: none }', 'jobs:a:cache:policy config should be one of: pull-push, pull, push'],
    ['environment: { url: x }', 'jobs:a:environment:name config should be a string'],
    ['environment: { name: x, tier: y }', 'jobs:a:environment config contains unknown keys: tier'],
    ['dependencies: [b]', 'a job: undefined dependency: b'],
  ])('refuses %j, which runners cannot decode or would not get', (keys, error) => {
    expect(errorOf(`a: { script: x, ${keys} }`)).toBe(error);
  });

  it.each([
    ['image: { script: x }', 'image:name config should be a string', 'image config contains unknown keys: script'],
    ['services: { script: x }', 'services config should be an array of strings or hashes'],
    ['cache: { script: x }', 'cache config contains unknown keys: script'],
    ['default: { retry: 5 }', 'default:retry config should be an integer between 0 and 2'],
    ['tags: { script: x }', 'tags config should be an array of strings or a string'],
    ['true: { script: x }', 'jobs:true config should be named otherwise, since this name is reserved'],
    ['pages:deploy: { script: x }', 'jobs:pages:deploy config should be named otherwise, since this name is reserved'],
  ])('refuses %j at the top, also when no job takes it', (text, ...errors) => {
    const own = 'image: x, services: [], cache: {}, retry: 0, tags: []';

    expect(errors).toContain(errorOf(`${text}\na: { script: x, ${own} }`));
  });

  it.each([
    ['needs: ["a 2/3"]', null],
    ['dependencies: ["a 1/3"]', null],
    ['needs: ["a 4/3"]', 'b job: undefined need: a 4/3'],
    ['needs: ["a 1/2"]', 'b job: undefined need: a 1/2'],
    ['stage: .pre, needs: ["a 1/3"]', 'b job: need a 1/3 is not defined in current or prior stages'],
    ['dependencies: ["a 0/3"]', 'b job: undefined dependency: a 0/3'],
  ])('reads or refuses %j beside a parallel job', (keys, error) => {
    expect(errorOf(`a: { script: x, parallel: 3 }\nb: { script: x, ${keys} }`)).toBe(error);
  });

  it.each([
    ['a: { script: x, stage: no }\nb: { script: x, foo: 1 }', /^a job: chosen stage does not exist/],
    ['a: { script: x, needs: [no] }\nb: {}', /^a job: undefined need: no$/],
    ['a: {}\nb: { extends: .no }', /^jobs:a config should implement a script: keyword$/],
    ['a: {}\nb: { script: x, needs: [no] }', /^jobs:a config should implement/],
    ['a: { script: x, needs: [b], dependencies: [c 1/2] }\nb: {}\nc: { script: x }', /^jobs:b config should implement/],
    [
      'a: { script: x, stage: deploy }\nb: { script: x, needs: [a] }\nc: {}',
      /^b job: need a is not defined in current or prior stages$/,
    ],
  ])('tells the problem of the first job in the file for %j', (text, error) => {
    expect(errorOf(text)).toMatch(error);
  });

  it('reads a cache policy with a variable in it, which runners expand', () => {
    expect(errorOf('a: { script: x, cache: { policy: $POLICY } }')).toBeNull();
  });

  it('says which keys have no effect', () => {
    const { jobs } = read(
      'a: { script: x, artifacts: { expose_as: y, public: true, access: all }, environment: { name: p, url: u } }',
    );

    expect(jobs[0]!.withoutEffect).toEqual(['jobs:a:artifacts:expose_as', 'jobs:a:environment:url']);
  });

  it.each([
    ['start_in: 1 day', ['jobs:a:start_in']],
    ['start_in: 1 day, rules: [{ if: $A, when: manual }]', ['jobs:a:start_in']],
    ['rules: [{ if: $A, start_in: 1 day }]', ['jobs:a:rules:start_in']],
    ['start_in: 1 day, rules: [{ if: $A, when: delayed }]', []],
    ['start_in: 1 day, when: delayed, rules: [{ if: $A, start_in: 2 days }]', []],
  ])('says whether a delay in %j has no effect', (keys, withoutEffect) => {
    expect(read(`a: { script: x, ${keys} }`).jobs[0]!.withoutEffect).toEqual(withoutEffect);
  });

  it('reads 20 files, nested five deep', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 7 }, (_, at) => [`${at}.yml`, at === 6 ? '' : `include: ${at + 1}.yml`]),
    );
    const many = Array.from({ length: 21 }, (_, at) => `f${at}.yml`);
    const files = Object.fromEntries(many.map((name) => [name, '']));

    expect(errorOf('include: 2.yml\na: { script: x }', chain)).toBeNull();
    expect(errorOf('include: 0.yml\na: { script: x }', chain)).toBe('include is nested more than 5 deep');
    expect(errorOf(`include: ${JSON.stringify(many.slice(1))}\na: { script: x }`, files)).toBeNull();
    expect(errorOf(`include: ${JSON.stringify(many)}\na: { script: x }`, files)).toBe(
      'include allows at most 20 files',
    );
  });

  it('refuses aliases that grow without bound', () => {
    const letters = [...'abcdefghij'];
    const lines = letters.map((letter, at) =>
      at === 0
        ? 'a: &a [x, x, x, x]'
        : `${letter}: &${letter} [${Array(9)
            .fill(`*${letters[at - 1]}`)
            .join(', ')}]`,
    );

    expect(errorOf(lines.join('\n'))).toMatch(/^\(\.ci\.yml\): Excessive alias count/);
  });

  it('prefers keys of its own to those that are merged into it, and the earlier of these to the later', () => {
    const { jobs } = read(`
.one: &one { A: one, B: one, C: one }
.two: &two { A: two, B: two, D: two }
a: { script: x, variables: { A: own, <<: [*one, *two], C: own } }
`);

    expect(Object.fromEntries(jobs[0]!.variables)).toEqual({ A: 'own', B: 'one', C: 'own', D: 'two' });
  });

  const repeated = (count: number, item: (at: number) => string, glue = ', ') =>
    Array.from({ length: count }, (_, at) => item(at)).join(glue);
  const nodes = (count: number) => `.list: [${repeated(count - 7, () => 'x')}]\na: { script: x }`;

  it.each([
    ['100,000 nodes', nodes(100_000), null],
    ['100,001 nodes', nodes(100_001), '(.ci.yml): the definition expands to more than 100000 nodes'],
    ['10,000 aliases', `.x: &x 1\n.y: [${repeated(10_000, () => '*x')}]\na: { script: x }`, null],
    [
      '10,001 aliases',
      `.x: &x 1\n.y: [${repeated(10_001, () => '*x')}]\na: { script: x }`,
      '(.ci.yml): Excessive alias count indicates a resource exhaustion attack at line 2, column 40006',
    ],
    [
      'an alias of itself',
      '.x: &x [*x]\na: { script: x }',
      '(.ci.yml): Unresolved alias (the anchor must be set before the alias): x at line 1, column 9',
    ],
    [
      'lists in lists by aliases',
      `.b0: &b0 [x]\n${repeated(50, (at) => `.b${at + 1}: &b${at + 1} [*b${at}]`, '\n')}\na: { script: x }`,
      '(.ci.yml): nesting is deeper than 50 levels',
    ],
    [
      'lists in lists by references',
      `.b0: ${'['.repeat(30)}x${']'.repeat(30)}\n.b1: ${'['.repeat(30)}!reference [.b0]${']'.repeat(30)}\na: { script: x }`,
      'nesting is deeper than 50 levels',
    ],
    [
      '8 MiB by references',
      `.x: { y: ${'x'.repeat(900_000)} }\na: { script: [${repeated(10, () => '!reference [.x, y]')}] }`,
      'the definition expands to more than 8388608 bytes',
    ],
    [
      'templates that lists of others merge again and again',
      `.t: { variables: { ${repeated(1000, (at) => `A${at}: 1`)} } }\na: { script: x, extends: [${repeated(2000, () => '.t')}] }`,
      'include and extends merge too much',
    ],
    ['a key that is a list', '? [a]\n: b', '(.ci.yml): Map keys must be scalars at line 1, column 3'],
    [
      'a reference to no keys',
      'a: { script: !reference [[b]] }',
      '(.ci.yml): !reference must name keys at line 1, column 25',
    ],
  ])('reads or refuses %s', (_what, text, error) => {
    expect(errorOf(text)).toBe(error);
  });

  it('refuses a circle in a chain of 2,000 needs', () => {
    const chain = repeated(2000, (at) => `j${at}: { script: x, needs: [j${(at + 1) % 2000}] }`, '\n');

    expect(errorOf(chain)).toBe('circular dependency detected in needs');
  });
});
