import { aContext, anEvent, NO_SHA, someSettings } from '../../../../../test/builders/integration-events.js';
import { ciPipelineA } from '../ci-pipeline-a.kind.js';
import { ciPlanServer } from '../ci-plan-server.kind.js';
import { ciServerA } from '../ci-server-a.kind.js';
import { ciServerB } from '../ci-server-b.kind.js';
import { ciServerCDeprecated } from '../ci-server-c-deprecated.kind.js';
import { ciServerC } from '../ci-server-c.kind.js';
import { codeHostStatus } from '../code-host-status.kind.js';
import { monitoringA } from '../monitoring-a.kind.js';
import { packageRegistryPing } from '../package-registry-ping.kind.js';
import { projectMgmtCommits } from '../project-mgmt-commits.kind.js';
import type { HttpCall } from '../step.js';

const push = anEvent('push');
const hook = { hook: push.payload };
const login = { username: 'ada', password: 'p:ss' };
const LAST = `b2c3d4e5${'0'.repeat(31)}2`;

describe('CI servers', () => {
  it.each([
    [
      ciPlanServer,
      { bamboo_url: 'https://ci.example.com/b/', build_key: 'K', enable_ssl_verification: true, ...login },
      {
        method: 'GET',
        url: 'https://ci.example.com/b/updateAndBuild.action',
        query: { buildKey: 'K', os_authType: 'basic' },
        auth: login,
        verifyTls: true,
      },
    ],
    [
      ciPipelineA,
      { token: 'hook/part:status', enable_ssl_verification: false },
      { method: 'POST', url: 'https://vendor.example.com/deliver/hook%2Fpart', body: hook },
    ],
    [
      ciServerA,
      { drone_url: 'https://ci.example.com/?tab=1#/builds', token: 't', enable_ssl_verification: false },
      {
        method: 'POST',
        url: 'https://ci.example.com/hook',
        query: { owner: 'group', name: 'project', access_token: 't' },
        body: hook,
        verifyTls: false,
      },
    ],
    [
      ciServerB,
      { teamcity_url: 'https://ci.example.com', build_type: 'b"&t', enable_ssl_verification: true, ...login },
      {
        method: 'POST',
        url: 'https://ci.example.com/httpAuth/app/rest/buildQueue',
        auth: login,
        body: { xml: '<build branchName="main"><buildType id="b&quot;&amp;t"/></build>' },
        verifyTls: true,
      },
    ],
    [
      ciServerC,
      { jenkins_url: 'https://ci.example.com/j/', project_name: 'folder/my job', enable_ssl_verification: true },
      { method: 'POST', url: 'https://ci.example.com/j/project/folder/my%20job', body: hook, verifyTls: true },
    ],
    [
      ciServerC,
      { jenkins_url: 'https://ci.example.com', project_name: 'job', enable_ssl_verification: true, ...login },
      { method: 'POST', url: 'https://ci.example.com/project/job', body: hook, auth: login, verifyTls: true },
    ],
    [
      ciServerCDeprecated,
      { project_url: 'https://ci.example.com/j/job/name' },
      { method: 'POST', url: 'https://ci.example.com/j/gitlab/build_now', body: hook },
    ],
    [
      packageRegistryPing,
      { username: 'ada', token: 't' },
      {
        method: 'POST',
        url: 'https://vendor.example.com/api/update-package',
        query: { username: 'ada', apiToken: 't' },
        body: hook,
      },
    ],
    [
      projectMgmtCommits,
      { token: 't' },
      {
        method: 'POST',
        url: 'https://vendor.example.com/spaces/project/github_tool',
        query: { secret_key: 't' },
        body: { json: { payload: push.payload } },
      },
    ],
  ])('case %#: $slug makes its call', (kind, values, http) => {
    const [step, ...others] = kind.plan(push, someSettings(values), aContext());

    expect(others).toEqual([]);
    expect(step!.call).toEqual({ http });
  });
});

describe('the guards of ci-server-a and ci-server-b', () => {
  const settings = someSettings({ drone_url: 'https://ci.example.com', teamcity_url: 'https://ci.example.com' });
  const merge = (attributes: Record<string, string>) => anEvent('merge_request', {}, attributes);
  const open = aContext({ openMergeRequests: [{ iid: 5, sourceBranch: 'main', targetBranch: 'next' }] });

  it.each([
    ['a push with commits', push, aContext(), true],
    ['a push without commits', anEvent('push', { total_commits_count: 0, commits: [] }), aContext(), false],
    ['a deleted branch', anEvent('push', { after: NO_SHA }), aContext(), false],
    ['a branch with an open merge request', push, open, false],
    ['a new tag', anEvent('tag_push'), open, true],
    ['a deleted tag', anEvent('tag_push', { after: NO_SHA }), aContext(), false],
    ['an opened merge request', merge({ action: 'open' }), open, true],
    ['an opened one whose state is not told', merge({ action: 'open', state: '' }), open, true],
    ['a reopened one that is merged', merge({ action: 'reopen', state: 'merged' }), aContext(), false],
    ['an update of the text', merge({ action: 'update' }), aContext(), false],
    ['an update of the head', merge({ action: 'update', oldrev: LAST }), aContext(), true],
    ['an approval', merge({ action: 'approved' }), aContext(), false],
  ])('let %s pass or not', (_what, event, context, passes) => {
    expect(ciServerA.plan(event, settings, context)).toHaveLength(passes ? 1 : 0);
    expect(ciServerB.guard(event, context)).toBe(passes);
  });

  it('name the source branch of a merge request', () => {
    const [step] = ciServerB.plan(merge({ source_branch: 'a<b' }), settings, aContext());

    expect(step).toMatchObject({
      call: { http: { body: { xml: '<build branchName="a&lt;b"><buildType id=""/></build>' } } },
    });
  });
});

describe('code-host-status', () => {
  const settings = { token: 't', repository_url: 'https://github.com/owner/repo.git', static_context: true };

  it('sets the status of the commit', () => {
    expect(codeHostStatus.plan(anEvent('pipeline'), someSettings(settings), aContext())).toEqual([
      {
        key: 'status',
        call: {
          http: {
            method: 'POST',
            url: `https://vendor.example.com/repos/owner/repo/statuses/${LAST}`,
            headers: { Authorization: 'token t' },
            body: {
              json: {
                state: 'failure',
                target_url: 'https://code.example.com/group/project/-/pipelines/61',
                description: 'Pipeline failed in 01:05',
                context: 'ci/slipway/code.example.com',
              },
            },
          },
        },
      },
    ]);
  });

  it('finds the commit of a pipeline beside its attributes, and says nothing where none is told', () => {
    const by = (members: object) =>
      codeHostStatus.plan(anEvent('pipeline', { ...members }, { sha: null }), someSettings(settings), aContext());
    const [step] = by({ commit: { id: LAST } });

    expect(step).toMatchObject({ call: { http: { url: expect.stringMatching(new RegExp(`/statuses/${LAST}$`)) } } });
    expect(by({ commit: null })).toEqual([]);
  });

  it.each([
    ['success', 'success'],
    ['skipped', 'success'],
    ['canceled', 'error'],
    ['running', 'pending'],
    ['manual', 'pending'],
  ])('of a pipeline that is %s is %s', (status, state) => {
    const own = someSettings({
      ...settings,
      repository_url: 'https://git.example.com:8443/o/r',
      static_context: false,
    });
    const [step] = codeHostStatus.plan(anEvent('pipeline', {}, { status }), own, aContext());
    const { http } = step!.call as { http: HttpCall };

    expect(http.url).toBe(`https://git.example.com:8443/api/v3/repos/o/r/statuses/${LAST}`);
    expect(http.body).toMatchObject({ json: { state, context: 'ci/slipway/main' } });
  });
});

describe('monitoring-a', () => {
  it.each([
    [
      { api_key: 'k', datadog_site: 'app.example.com', datadog_env: 'e', datadog_tags: 'a:1\n\n b:2,3 ' },
      {
        method: 'POST',
        url: 'https://intake.example.com/api/v2/webhook',
        query: { 'dd-api-key': 'k', env: 'e', tags: 'a:1,"b:2,3"' },
      },
    ],
    [
      { api_key: 'k', datadog_site: 'example.com', api_url: 'https://own.example.com/in', datadog_service: 's' },
      { method: 'POST', url: 'https://own.example.com/in', query: { 'dd-api-key': 'k', service: 's' } },
    ],
  ])('of case %# sends the event', (values, http) => {
    const event = anEvent('pipeline');

    expect(monitoringA.plan(event, someSettings(values), aContext({ base: 'https://intake.{site}' }))).toEqual([
      { key: 'hook', call: { http: { ...http, body: { hook: event.payload } } } },
    ]);
  });
});
