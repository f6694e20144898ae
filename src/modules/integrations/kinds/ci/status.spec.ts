import { fullSettings } from '../../../../../test/builders/integration-settings.js';
import { INTEGRATION_KINDS } from '../index.js';
import type { StatusAnswer, StatusRead } from '../status-read.js';
import type { Settings } from '../step.js';
import { pipelineStatus } from './pipeline-status.js';
import { planServerStatus } from './plan-server-status.js';
import { serverAStatus } from './server-a-status.js';
import { serverBStatus } from './server-b-status.js';
import { serverCStatus } from './server-c-status.js';
import { mockStatus } from './mock-status.js';
import { leastCpuMillis } from '../../../../../test/fixtures/least-cpu.js';

const SHA = 'a'.repeat(40);
const query = {
  base: 'https://vendor.example.com',
  projectPath: 'group/sub/a b',
  sha: SHA,
  ref: 'fix/x y',
  defaultBranch: 'main',
};
const some = (values: Readonly<Record<string, string | boolean>>): Settings => new Map(Object.entries(values));
const none: Settings = new Map();
const answered = (status: number, body: string | object = ''): StatusAnswer =>
  typeof body === 'string'
    ? { status, text: body, json: null }
    : { status, text: '', json: JSON.parse(JSON.stringify(body)) };
const icon = (src: string) => `<h1 class="build-caption page-headline"><img src="/static/${src}" alt="x"> Build</h1>`;

describe('status reads', () => {
  it('are known of six kinds, with an address from their settings or their vendor', () => {
    const kinds = INTEGRATION_KINDS.filter(({ status }) => status !== undefined);

    expect(kinds.map((kind) => [kind.slug, kind.status?.call(fullSettings(kind), query).url])).toEqual([
      ['ci-plan-server', `https://bamboo-url.example.com/a-bamboo_url/rest/api/latest/result/byChangeset/${SHA}`],
      ['ci-pipeline-a', 'https://vendor.example.com/status/.json'],
      ['ci-server-a', `https://drone-url.example.com/a-drone_url/gitlab/group/sub/a%20b/commits/${SHA}`],
      [
        'ci-server-b',
        `https://teamcity-url.example.com/a-teamcity_url/httpAuth/app/rest/builds/branch:unspecified:any,revision:${SHA}`,
      ],
      ['ci-server-c-deprecated', `https://project-url.example.com/a-project_url/scm/bySHA1/${SHA}`],
      ['mock-ci', `https://mock-service-url.example.com/a-mock_service_url/group/sub/a%20b/status/${SHA}.json`],
    ]);
  });

  it('of ci-pipeline-a send the second part of the token alone', () => {
    expect(pipelineStatus.call(some({ token: 'hook:read/it' }), query)).toEqual({
      method: 'GET',
      url: 'https://vendor.example.com/status/read%2Fit.json',
      query: { commit: SHA },
    });
  });

  it.each([
    [false, 'fix/x y', ''],
    [true, 'fix/x y', '_fix%2Fx%20y'],
    [true, 'main', ''],
    [true, '', ''],
  ])('of ci-server-c-deprecated with multiproject_enabled %s on %j ask the job%s', (isOn, ref, end) => {
    const settings = some({ project_url: 'https://ci.example.com/job/app/', multiproject_enabled: isOn });

    expect(serverCStatus.call(settings, { ...query, ref }).url).toBe(
      `https://ci.example.com/job/app${end}/scm/bySHA1/${SHA}`,
    );
  });

  const results = (...states: string[]) => ({ results: { result: states.map((buildState) => ({ buildState })) } });
  it.each<[string, StatusRead, StatusAnswer, Settings, string]>([
    ['ci-plan-server', planServerStatus, answered(200, results('Failed', 'Successful')), none, 'success'],
    ['ci-plan-server', planServerStatus, answered(200, results('Failed')), none, 'failed'],
    [
      'ci-plan-server',
      planServerStatus,
      answered(200, { results: { result: { buildState: 'Success' } } }),
      none,
      'success',
    ],
    ['ci-plan-server', planServerStatus, answered(200, results()), none, 'pending'],
    ['ci-plan-server', planServerStatus, answered(200, results('Unknown')), none, 'error'],
    ['ci-plan-server', planServerStatus, answered(404), none, 'pending'],
    ['ci-plan-server', planServerStatus, answered(200, '<html>'), none, 'error'],
    ['ci-plan-server', planServerStatus, answered(500), none, 'error'],
    ['ci-pipeline-a', pipelineStatus, answered(200, { status: 'success' }), none, 'success'],
    ['ci-pipeline-a', pipelineStatus, answered(200, { status: 'constructor' }), none, 'error'],
    ['ci-pipeline-a', pipelineStatus, answered(404, { status: 'success' }), none, 'error'],
    ['ci-server-a', serverAStatus, answered(200, { status: 'killed' }), none, 'canceled'],
    ['ci-server-a', serverAStatus, answered(200, { status: 'failure' }), none, 'failed'],
    ['ci-server-a', serverAStatus, answered(200, { status: 'error' }), none, 'failed'],
    ['ci-server-a', serverAStatus, answered(200, { status: 'running' }), none, 'running'],
    ['ci-server-a', serverAStatus, answered(401, { status: 'success' }), none, 'error'],
    ['ci-server-b', serverBStatus, answered(200, { state: 'finished', status: 'SUCCESS' }), none, 'success'],
    ['ci-server-b', serverBStatus, answered(200, { state: 'finished', status: 'FAILURE' }), none, 'failed'],
    ['ci-server-b', serverBStatus, answered(200, { state: 'running', status: 'SUCCESS' }), none, 'running'],
    ['ci-server-b', serverBStatus, answered(200, { state: 'queued' }), none, 'pending'],
    ['ci-server-b', serverBStatus, answered(404), none, 'pending'],
    ['ci-server-b', serverBStatus, answered(200, '<build/>'), none, 'error'],
    ['ci-server-c-deprecated', serverCStatus, answered(200, icon('blue.png')), none, 'success'],
    ['ci-server-c-deprecated', serverCStatus, answered(200, icon('yellow.png')), none, 'failed'],
    [
      'ci-server-c-deprecated',
      serverCStatus,
      answered(200, icon('yellow.png')),
      some({ pass_unstable: true }),
      'success',
    ],
    ['ci-server-c-deprecated', serverCStatus, answered(200, icon('red.png')), none, 'failed'],
    ['ci-server-c-deprecated', serverCStatus, answered(200, icon('aborted.png')), none, 'failed'],
    ['ci-server-c-deprecated', serverCStatus, answered(200, icon('blue_anime.gif')), none, 'running'],
    ['ci-server-c-deprecated', serverCStatus, answered(200, icon('grey.png')), none, 'pending'],
    [
      'ci-server-c-deprecated',
      serverCStatus,
      answered(200, '<img src="red.png"><img class="build-caption-status-icon" src="blue.png">'),
      none,
      'success',
    ],
    ['ci-server-c-deprecated', serverCStatus, answered(200, '<html>'), none, 'error'],
    ['ci-server-c-deprecated', serverCStatus, answered(404), none, 'pending'],
    ['mock-ci', mockStatus, answered(200, { status: 'success-with-warnings' }), none, 'success'],
    ['mock-ci', mockStatus, answered(200, { status: 'skipped' }), none, 'skipped'],
    ['mock-ci', mockStatus, answered(404), none, 'pending'],
    ['mock-ci', mockStatus, answered(200, []), none, 'error'],
  ])('of %s read what it answers (%#)', (_slug, { statusOf }, answer, settings, status) => {
    expect(statusOf(answer, settings)).toBe(status);
  });

  it.each(['<img ', '<img', 'build-caption', '<svg class="', '<'])('read 64 KiB of %j at once', async (sign) => {
    const answer = answered(200, `build-caption${sign.repeat(65_536 / sign.length)}`);

    expect(await leastCpuMillis(() => serverCStatus.statusOf(answer, none))).toBeLessThan(200);
  });
});
