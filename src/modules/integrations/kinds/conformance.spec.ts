import { readdirSync } from 'node:fs';
import { maskTarget } from '../../../common/text/mask.js';
import { aContext, anEvent } from '../../../../test/builders/integration-events.js';
import { fullSettings } from '../../../../test/builders/integration-settings.js';
import { INTEGRATION_KINDS } from './index.js';
import { isTestable } from './kind.js';
import { OBJECT_KINDS } from './object-kind.js';
import type { IntegrationKind } from './kind.js';
import type { ObjectKind } from './object-kind.js';
import type { Call, Json, Step } from './step.js';
import { VENDOR_BASES } from './vendor-bases.js';
import { leastCpuMillis } from '../../../../test/fixtures/least-cpu.js';

const contextOf = ({ slug }: IntegrationKind) => aContext({ base: VENDOR_BASES.get(slug) ?? '' });
const planned = (kind: IntegrationKind, event: ObjectKind) =>
  kind.plan(anEvent(event), fullSettings(kind), contextOf(kind));
const cases = INTEGRATION_KINDS.flatMap((kind) => kind.events.map((event) => ({ kind, event })));
const linkOnly = INTEGRATION_KINDS.filter(({ events }) => events.length === 0);

/** Kinds whose secret stands where the contract's request has it; elsewhere secrets are in headers alone. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  'project-mgmt-commits': ['query'],
  'ci-pipeline-a': ['url'],
  'monitoring-a': ['query'],
  'ci-server-a': ['query'],
  'chat-flow-a': ['body'],
  'package-registry-ping': ['query'],
  'push-notifications': ['body'],
};

/** What leads on from any answer that can be had. */
function following(step: Step): readonly Step[] {
  const answers: readonly Json[] = [true, false, '7', null];
  return (step.next === undefined ? [] : answers.flatMap((answer) => step.next!(answer))).flatMap((next) => [
    next,
    ...following(next),
  ]);
}

function placesOf(call: Call, secrets: readonly string[]): string[] {
  const parts =
    'http' in call
      ? { url: call.http.url, query: call.http.query, body: call.http.body }
      : { message: 'mail' in call ? call.mail : call };
  const holds = (part: unknown) => secrets.some((secret) => JSON.stringify(part ?? '').includes(secret));
  return Object.entries(parts).flatMap(([name, part]) => (holds(part) ? [name] : []));
}

describe('the recorded events', () => {
  it('are one of each kind', () => {
    expect(readdirSync('test/fixtures/integration-events').sort()).toEqual(
      OBJECT_KINDS.map((kind) => `${kind}.json`).sort(),
    );
  });

  it.each(OBJECT_KINDS)('of %s has what every event has', (kind) => {
    expect(anEvent(kind).payload).toMatchObject({
      object_kind: kind,
      event_type: kind,
      project_id: 7,
      project: { id: 7, path_with_namespace: 'group/project' },
      repository: { name: 'Project' },
    });
  });
});

describe('every kind', () => {
  it.each(INTEGRATION_KINDS)('$slug has no secret that the log would show of a query', ({ params }) => {
    const query = params.filter(({ secret }) => secret).map(({ name }) => `${name}=hunter2`);

    expect(maskTarget(`/api/v4/projects/1/integrations/x?${query.join('&')}`)).not.toContain('hunter2');
  });

  it.each(cases)('$kind.slug sends something for $event', ({ kind, event }) => {
    const steps = planned(kind, event);

    expect(steps.length).toBeGreaterThan(0);
    expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
    expect(steps.filter(({ call }) => 'unconfigured' in call)).toEqual([]);
    expect(JSON.stringify(planned(kind, event))).toBe(JSON.stringify(steps));
  });

  it.each(cases)('$kind.slug puts its secrets where the contract has them for $event', ({ kind, event }) => {
    const secrets = kind.params.filter(({ secret }) => secret).map(({ name }) => `a-secret-${name}`);
    const steps = planned(kind, event).flatMap((step) => [step, ...following(step)]);
    const places = new Set(steps.flatMap(({ call }) => placesOf(call, secrets)));
    const isWebhook = kind.params.some(({ name }) => name === 'webhook');

    expect([...places]).toEqual(isWebhook ? ['url'] : (PLACES[kind.slug] ?? []));
  });

  it.each(linkOnly)('$slug, which is told of nothing, sends nothing', (kind) => {
    expect(OBJECT_KINDS.flatMap((event) => planned(kind, event))).toEqual([]);
  });

  it('of those that send by HTTP has a vendor or an address among its settings', () => {
    const without = INTEGRATION_KINDS.filter(
      ({ slug, transport, params }) =>
        transport === 'http' && !VENDOR_BASES.has(slug) && !params.some(({ type }) => type === 'url'),
    );

    expect(without).toEqual([]);
    expect([...VENDOR_BASES.keys()].filter((slug) => !INTEGRATION_KINDS.some((kind) => kind.slug === slug))).toEqual(
      [],
    );
  });
});

/** The recorded payload with other texts in all places, below the names that lead to them. */
function withTexts(value: Json, text: string): Json {
  if (typeof value === 'string') {
    return text;
  }
  if (Array.isArray(value)) {
    return value.map((member: Json) => withTexts(member, text));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member, text)]))
    : value;
}

describe('payloads from outside', () => {
  it.each(['#1 ', 'fix ', 'A1-', '<a|', '](', 'KEY-1 and ', ' ,', '\n', '&'])(
    'of 2 MiB of %j in one text are read in 200 ms by every kind',
    async (sign) => {
      const text = sign.repeat(Math.floor(2_097_152 / sign.length));
      for (const { kind, event } of cases) {
        const members = { message: text, commits: [{ id: 'a'.repeat(40), message: text, title: text }], note: text };
        const huge = anEvent(event, members, { title: text, description: text, note: text, action: 'open' });
        const settings = fullSettings(kind);
        const context = aContext({ diff: text, failedJobLogs: new Map([['72', text]]) });
        const least = await leastCpuMillis(() => kind.plan(huge, settings, context));

        expect([kind.slug, event, least < 200]).toEqual([kind.slug, event, true]);
      }
    },
  );

  it.each([null, 7, 'text', [], [null, 7, 'text', [[]]], { name: { name: {} } }])(
    'with %j in the place of each member are read without a failure',
    (member) => {
      for (const { kind, event } of cases) {
        const own = anEvent(event);
        const names = Object.keys(own.payload).filter((name) => name !== 'object_kind');
        const payload = { ...own.payload, ...Object.fromEntries(names.map((name) => [name, member])) };

        expect(() => kind.plan({ ...own, payload }, fullSettings(kind), contextOf(kind))).not.toThrow();
      }
    },
  );

  it('never end a line of a header, a subject or a protocol', () => {
    const signs = 'x\r\nBcc: evil@example.com\u0000\u2028y';
    for (const { kind, event } of cases) {
      const own = anEvent(event);
      const status = { status: 'failed', build_status: 'failed', object_kind: event };
      const payload = {
        ...own.payload,
        ...Object.fromEntries(Object.entries(own.payload).map(([name, member]) => [name, withTexts(member, signs)])),
        ...status,
      };
      for (const { call } of kind.plan({ ...own, payload }, fullSettings(kind), contextOf(kind))) {
        const inOneLine =
          'mail' in call
            ? [call.mail.to, call.mail.subject, call.mail.from ?? '', ...Object.values(call.mail.headers ?? {})]
            : 'tcp' in call
              ? call.tcp.lines
              : 'http' in call
                ? [call.http.url, ...Object.values(call.http.headers ?? {})]
                : [];

        expect(inOneLine.filter((line) => /[\p{Cc}\u2028]/u.test(line))).toEqual([]);
      }
    }
  });
});

describe('test calls', () => {
  const context = {
    base: 'https://vendor.example.com',
    projectPath: 'group/sub/a b',
    sha: 'f00',
    identityToken: { token: 'id' },
  };
  const reads = INTEGRATION_KINDS.flatMap((kind) =>
    (kind.test?.(fullSettings(kind), context) ?? []).map(({ call }): [string, Call] => [kind.slug, call]),
  );

  it('read instead where a sample event would leave marks', () => {
    const shown = reads.map(([slug, call]) => ('http' in call ? [slug, call.http.method, call.http.url] : [slug]));

    expect(shown).toEqual([
      ['task-tracker-comments', 'GET', 'https://vendor.example.com/users/me'],
      ['ci-plan-server', 'GET', 'https://bamboo-url.example.com/a-bamboo_url/rest/api/latest/result/byChangeset/f00'],
      ['issue-tracker-a', 'HEAD', 'https://project-url.example.com/a-project_url'],
      ['chat-rooms-a', 'GET', 'https://vendor.example.com/rooms.json'],
      ['custom-issue-tracker', 'HEAD', 'https://project-url.example.com/a-project_url'],
      ['issue-tracker-b', 'HEAD', 'https://project-url.example.com/a-project_url'],
      ['external-wiki', 'GET', 'https://external-wiki-url.example.com/a-external_wiki_url'],
      ['code-host-status', 'GET', 'https://vendor.example.com/repos/owner/repository'],
      ['issue-tracker-c', 'GET', 'https://api-url.example.com/a-api_url/rest/api/2/serverInfo'],
      ['story-tracker-comments', 'GET', 'https://vendor.example.com/me'],
      ['metrics-server', 'GET', 'https://api-url.example.com/a-api_url/api/v1/query'],
      ['issue-tracker-d', 'HEAD', 'https://project-url.example.com/a-project_url'],
      ['mock-ci', 'GET', 'https://mock-service-url.example.com/a-mock_service_url/group/sub/a%20b/status/f00.json'],
      ['issue-tracker-e', 'HEAD', 'https://project-url.example.com/a-project_url'],
    ]);
  });

  it('are content with any answer of a tracker, and with 200 alone of a wiki', () => {
    const callOf = (slug: string) => reads.find(([name]) => name === slug)?.[1];

    expect(callOf('issue-tracker-a')).toMatchObject({ http: { anyAnswer: true } });
    expect(callOf('external-wiki')).toMatchObject({ http: { onlyDone: 200 } });
    expect(callOf('metrics-server')).toMatchObject({
      http: { query: { query: '1' }, headers: { Authorization: 'Bearer id' } },
    });
  });

  it('ask nothing of a tracker without an address', () => {
    const tracker = INTEGRATION_KINDS.find(({ slug }) => slug === 'issue-tracker-e');

    expect(tracker?.test?.(new Map(), context)).toEqual([]);
  });

  it('are made of all kinds but three', () => {
    expect(INTEGRATION_KINDS.filter((kind) => !isTestable(kind)).map(({ slug }) => slug)).toEqual([
      'wiki-link-a',
      'slash-commands-a',
      'slash-commands-b',
    ]);
  });
});
