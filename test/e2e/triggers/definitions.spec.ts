import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pushCode } from '../../builders/code.js';
import { aCiProject } from '../../builders/pipelines.js';
import type { CiProject } from '../../builders/pipelines.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { GitClient } from '../../support/git.js';
import { TestRunner } from '../../support/test-runner.js';
import { until } from '../../support/until.js';

/** Beside other tests; a definition that is read in the main thread takes many seconds. */
const LONGEST_TURN_MS = 5000;
const ONE = 'one: { script: echo one }\n';
const TOO_DEEP = '(.ci.yml): nesting is deeper than 50 levels';
const TOO_MANY_NODES = 'the definition expands to more than 100000 nodes';
const TOO_LONG = 'took too long';

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const list = (count: number, item: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => item(at)).join(', ');
const nested = (levels: number) => `${lines(levels - 1, (at) => `${' '.repeat(at)}a:`)}\n${' '.repeat(levels - 1)}b: x`;

/** Each of thousands of patterns takes milliseconds to compile: no machine is done with them in 2 s. */
const SLOW = `a: { script: x, only: [${list(9000, (at) => `"/(a{1,30}){1,30}${at}/"`)}] }`;

const BOMBS: Readonly<Record<string, string>> = {
  aliases: `a: &b0 [${list(10, () => 'x')}]\n${lines(9, (at) => `c${at}: &b${at + 1} [${list(10, () => `*b${at}`)}]`)}`,
  'a large text by aliases': `a: &a "${'x'.repeat(100_000)}"\nb: [${list(200, () => '*a')}]`,
  references: `.r0: [x]\n${lines(9, (at) => `.r${at + 1}: [${list(10, () => `!reference [.r${at}]`)}]`)}\na: { script: !reference [.r9] }`,
  'merged maps': `.m: &m { ${list(1000, (at) => `k${at}: 1`)} }\n${lines(500, (at) => `.j${at}: { <<: *m }`)}`,
  defaults: `default: { before_script: [${list(1000, () => 'x')}] }\n${lines(200, (at) => `j${at}: { script: x }`)}`,
  'parallel jobs': `a: { script: [${list(1000, () => 'x')}], parallel: 200 }`,
};

let app: TestApp;
let git: GitClient;
let owner: TestUser;
let ci: CiProject;
beforeAll(async () => {
  app = await startApp();
  git = await GitClient.make();
  owner = await aUser(app);
  ci = await aCiProject(app, ONE, { owner });
});
afterAll(async () => {
  await app.close();
  await git.remove();
});

const lint = (content: string, path = ci.path) => owner.api.post(`${path}/ci/lint`, { content });
const errorsOf = async (content: string) => {
  const { status, body } = await lint(content);
  return { status, errors: body.errors };
};

describe('POST /projects/:id/ci/lint with hostile definitions', () => {
  it.each([
    ['20,000 brackets', `a: ${'['.repeat(20_000)}`],
    ['20,000 braces', '{a: '.repeat(20_000)],
    ['brackets behind a quote that an indentation ends', `a:\n  b: "\nc: ${'['.repeat(20_000)}`],
    ['dashes in one line', '- '.repeat(20_000)],
    ['keys in one line', '? '.repeat(20_000)],
    ['indentation', nested(1000)],
    ['51 levels', nested(51)],
  ])('answers that %s are nested too deep, however often it is asked', async (_what, content) => {
    for (let round = 0; round < 10; round++) {
      const { status, errors } = await errorsOf(content);
      expect(status).toBe(200);
      expect(errors).toEqual([expect.stringMatching(/nesting is deeper than 50 levels|Missing closing "quote/)]);
    }
  });

  it('answers the jobs for 50 levels, and brackets in quotes, comments and blocks of text', async () => {
    expect((await errorsOf(nested(50))).errors).toEqual(['jobs:a config should implement a script: keyword']);
    const brackets = '['.repeat(1000);
    expect(
      (await errorsOf(`a: { script: '${brackets}' } # ${brackets}\nb:\n  script: |\n    ${brackets}`)).errors,
    ).toEqual([]);
  });

  it.each(Object.entries(BOMBS))('answers with an error what expands by %s', async (_what, content) => {
    const { status, errors } = await errorsOf(content);

    expect(status).toBe(200);
    expect(errors).toEqual([expect.stringMatching(/expands to more than|Excessive alias count/)]);
  });

  it('reads templates that each extend ten others ten times over once each', async () => {
    const templates = lines(9, (at) => `.e${at + 1}: { extends: [${list(10, () => `.e${at}`)}] }`);

    expect((await lint(`.e0: { script: x }\n${templates}\na: { extends: .e9 }`)).body).toMatchObject({ valid: true });
  });

  it('answers "took too long" after 2 s, and other projects meanwhile', async () => {
    const other = await aProject(owner.api);
    const slow = Promise.all([errorsOf(SLOW), errorsOf(SLOW)]);
    const answers = [];
    for (let round = 0; round < 5; round++) {
      answers.push((await lint(ONE, `projects/${other.id}`)).body.valid);
    }

    expect(answers).toEqual([true, true, true, true, true]);
    expect(await slow).toEqual([
      { status: 200, errors: [TOO_LONG] },
      { status: 200, errors: [TOO_LONG] },
    ]);
    expect((await errorsOf(ONE)).errors).toEqual([]);
  });

  it('keeps the service responsive while hostile definitions come in a row', async () => {
    await lint(ONE);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    for (const content of [...Object.values(BOMBS), SLOW, `a: ${'['.repeat(1_000_000)}`, '-\n'.repeat(400_000)]) {
      await lint(content);
    }
    delay.disable();

    expect(delay.percentile(99) / 1e6).toBeLessThan(LONGEST_TURN_MS);
  });

  it.each([
    ['2,001 jobs', lines(2001, (at) => `j${at}: { script: x }`), 'jobs config should contain at most 2000 jobs'],
    [
      '2,200 parallel jobs',
      lines(11, (at) => `j${at}: { script: x, parallel: 200 }`),
      'jobs config should contain at most 2000 jobs',
    ],
    [
      'more than 100,000 needs of parallel jobs',
      `a: { script: x, parallel: 200 }\n${lines(3, (at) => `b${at}: { script: x, parallel: 200, needs: [a] }`)}`,
      TOO_MANY_NODES,
    ],
    [
      'a text with U+0000',
      'a: { script: "\\0" }',
      expect.stringMatching(/^\(\.ci\.yml\): Text must not contain U\+0000/),
    ],
    ['a lone surrogate', 'a: { script: "\\ud800" }', expect.stringMatching(/lone surrogates/)],
    [
      'an exit code that is no integer',
      'a: { script: x, allow_failure: { exit_codes: [1.5] } }',
      'jobs:a:allow_failure config should be a hash or a boolean value',
    ],
    [
      'a delay of 900 years',
      'a: { script: x, rules: [{ when: delayed, start_in: 900 years }] }',
      'jobs:a:rules:start_in config should be a duration',
    ],
    [
      'a key that comes twice',
      'a: { script: x }\na: { script: y }',
      '(.ci.yml): Map keys must be unique at line 2, column 1',
    ],
    [
      'a long name',
      `? ${'n'.repeat(256)}\n: { script: x }`,
      expect.stringMatching(/^jobs:n{256} config should be named with at most 255 characters$/),
    ],
    [
      'many unknown keys',
      `a: { script: x, ${list(5000, (at) => `unknown${at}: 1`)} }`,
      expect.stringMatching(/^jobs:a config contains unknown keys: .{960,970}…$/),
    ],
  ])('refuses %s', async (_what, content, error) => {
    expect(await errorsOf(content)).toEqual({ status: 200, errors: [error] });
  });

  it('warns of keys that have no effect', async () => {
    const content = 'a: { script: x, artifacts: { paths: [x], expose_as: y }, environment: { name: p, url: u } }';

    expect((await lint(content)).body).toMatchObject({
      valid: true,
      warnings: ['jobs:a:artifacts:expose_as has no effect', 'jobs:a:environment:url has no effect'],
    });
  });

  it('shows no merged file of more than 8 MiB', async () => {
    const deep = `${lines(40, (at) => `${' '.repeat(at)}.a:`)}\n${' '.repeat(41)}.b: "${'x\\n'.repeat(200_000)}"`;

    expect((await lint(`${ONE}${deep}`)).body).toMatchObject({
      valid: true,
      warnings: ['The merged file is larger than 8 MiB and not shown.'],
      merged_yaml: null,
    });
  });
});

describe('POST /projects/:id/pipeline with large definitions', () => {
  it.each([
    ['nested too deep', `a: ${'['.repeat(20_000)}`, TOO_DEEP],
    ['that takes too long', SLOW, TOO_LONG],
  ])('stores a failed pipeline for a definition %s', async (_what, definition, error) => {
    const bad = await aCiProject(app, definition, { owner });

    expect(await owner.api.post(`${bad.path}/pipeline`, { ref: 'main' })).toMatchObject({
      status: 422,
      body: { message: { base: [error] } },
    });
    expect((await owner.api.get(`${bad.path}/pipelines?yaml_errors=true`)).body).toMatchObject([{ status: 'failed' }]);
  });

  it('creates 2,000 jobs, and those of a long chain of needs', async () => {
    const big = await aCiProject(
      app,
      lines(2000, (at) => `j${at}: { script: x, needs: [${at ? `j${at - 1}` : ''}] }`),
      { owner },
    );
    const { id } = await big.start();

    expect(await app.sql('select count(*)::integer as n from ci_jobs where pipeline_id = $1', [id])).toEqual([
      { n: 2000 },
    ]);
  });

  it('reads includes up to 8 MiB together, and files up to 1 MiB', async () => {
    const comment = `# ${'x'.repeat(1_000_000)}\n`;
    const names = Array.from({ length: 9 }, (_, at) => `f${at}.yml`);
    const files = Object.fromEntries(names.map((name) => [name, comment]));
    const project = await aProject(owner.api);
    await pushCode({ app, git }, project, owner, { ...files, 'large.yml': `${comment}${comment}`, '.ci.yml': ONE });
    const including = async (paths: readonly string[]) =>
      (await lint(`include: [${paths.join(', ')}]\n${ONE}`, `projects/${project.id}`)).body.errors;

    expect(await including(names.slice(0, 8))).toEqual([]);
    expect(await including(names)).toEqual(['the definition and what it includes are larger than 8 MiB']);
    expect(await including(['large.yml'])).toEqual(['(large.yml): the file is larger than 1 MiB']);
  });
});

describe('git push of a definition that takes too long', () => {
  it('creates a failed pipeline', async () => {
    const project = await aProject(owner.api);
    await pushCode({ app, git }, project, owner, { '.ci.yml': SLOW });
    const path = `projects/${project.id}/pipelines`;
    await until(async () => (await owner.api.get(path)).body.length > 0);

    expect((await owner.api.get(path)).body).toMatchObject([{ status: 'failed', source: 'push' }]);
  });
});

describe('POST /jobs/request for a job with large variables', () => {
  it('fails the job, says so in its log, and answers the next one', async () => {
    const large = await aCiProject(
      app,
      `bomb: { script: x, variables: { ${list(1000, (at) => `A${at}: $B`)} } }\nnext: { script: x }`,
      { owner },
    );
    const registration = (await owner.api.get(large.path)).body.runners_token;
    const runner = await TestRunner.register(app, registration);
    const { id } = await large.start({ variables: [{ key: 'B', value: 'x'.repeat(60_000) }] });

    expect(await runner.take()).toMatchObject({ job_info: { name: 'next' } });
    const { body } = await owner.api.get(`${large.path}/pipelines/${id}/jobs`);
    const bomb = body.find(({ name }: { name: string }) => name === 'bomb');
    expect(bomb).toMatchObject({ status: 'failed', failure_reason: 'unknown_failure' });
    expect((await owner.api.get(`${large.path}/jobs/${bomb.id}/trace`)).text).toBe('job variables are too large\n');
  });
});

describe('PUT /jobs/:id with a costly pattern of coverage', () => {
  it('searches in another process, and ends the job', async () => {
    const costly = await aCiProject(app, `a: { script: x, coverage: '/a.*c|a/' }`, { owner });
    const runner = await TestRunner.register(app, (await owner.api.get(costly.path)).body.runners_token);
    await costly.start();
    const job = await runner.take();
    await runner.log(job, `${'a'.repeat(8000)}\n`.repeat(50), 0);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const { status } = await runner.update(job, 'success');
    delay.disable();

    expect(status).toBe(200);
    expect(delay.percentile(99) / 1e6).toBeLessThan(LONGEST_TURN_MS);
  });
});
