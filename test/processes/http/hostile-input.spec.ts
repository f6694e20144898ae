import { Agent, request as httpRequest } from 'node:http';
import { aToken } from '../../builders/records.js';
import { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import {
  authorizedRoutes,
  isOnInstance,
  isRead,
  NO_ID,
  packageRoutes,
  pathWith,
  subjectOf,
} from '../../support/every-route.js';
import type { ApiRoute } from '../../support/every-route.js';
import {
  HOSTILE_BODIES,
  HOSTILE_HEADERS,
  HOSTILE_QUERIES,
  HOSTILE_SIGNED_HEADERS,
  hostileParams,
  LARGEST_BODIES,
  LARGEST_COMMITS,
  HOSTILE_SEGMENTS,
  LARGEST_MANIFESTS,
  LARGEST_PUBLICATIONS,
} from '../../support/hostile-inputs.js';
import type { HostileInput } from '../../support/hostile-inputs.js';
import { seedSubjects } from '../../support/subjects.js';
import type { SeededSubjects } from '../../support/subjects.js';
import type { SlipwayAdapter } from '../../../src/platform/http/slipway.adapter.js';
import { MAX_BLOCK_MS, startWatched } from '../../support/watched-service.js';
import type { WatchedService } from '../../support/watched-service.js';
import { WebBrowser } from '../../support/web-browser.js';

const MAX_BLOCK_OF_LARGEST_MS = 1000;
/** A block that the input causes shows each time; noise of the machine does not. */
const AT_ONCE = 8;
const ANSWER_WITHIN_MS = 30_000;

interface HostileCall {
  readonly verb: string;
  readonly target: string;
  readonly input: HostileInput;
  readonly headers?: Readonly<Record<string, string>>;
}

let app: TestApp;
let service: WatchedService;
let people: SeededSubjects;
/** An administrator's token, which some of the calls may revoke. */
let token: string;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
beforeAll(async () => {
  app = await startApp({ jobs: false });
  [people, token, service] = await Promise.all([seedSubjects(app), aToken(app, 1), startWatched(app)]);
}, 240_000);
afterAll(async () => {
  agent.destroy();
  await service.end();
  await app.close();
});

/** The status of the answer; 0 when the connection was cut. */
function send({ verb, target, input, headers }: HostileCall): Promise<number> {
  const { body } = input;
  const url = `${service.url}${target}${input.query === undefined ? '' : `?${input.query}`}`;
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve) => {
    const sent = httpRequest(
      url,
      { method: verb, agent, headers: { ...headers, ...input.headers, ...length }, maxHeaderSize: 1_048_576 },
      (response) => {
        response.resume();
        response.once('close', () => {
          resolve(response.statusCode ?? 0);
        });
      },
    );
    sent.setTimeout(ANSWER_WITHIN_MS, () => sent.destroy());
    sent.once('error', () => {
      resolve(0);
    });
    sent.end(body);
  });
}

const nameOf = ({ verb, target, input }: HostileCall): string => `${verb} ${target}: ${input.name}`;

/** What is wrong with the answers to some calls at once, and with how long they blocked the service. */
async function faultsOf(calls: readonly HostileCall[], most = MAX_BLOCK_MS): Promise<string[]> {
  await service.longestBlock();
  const statuses = await Promise.all(calls.map(send));
  const failed = calls.filter((_call, at) => statuses[at] === 0 || (statuses[at] ?? 0) >= 500);
  const faults = failed.map((call) => `${nameOf(call)}: ${statuses[calls.indexOf(call)]}`);
  if ((await service.longestBlock()) <= most) {
    return faults;
  }
  for (const call of calls) {
    const block = await service.leastBlock(() => send(call));
    if (block > most) {
      faults.push(`${nameOf(call)}: blocked for ${block} ms`);
    }
  }
  return faults;
}

async function allFaultsOf(calls: readonly HostileCall[]): Promise<string[]> {
  const faults: string[] = [];
  for (let at = 0; at < calls.length; at += AT_ONCE) {
    faults.push(...(await faultsOf(calls.slice(at, at + AT_ONCE))));
  }
  return faults;
}

const callsOf = (verb: string, target: string, inputs: readonly HostileInput[], headers = {}): HostileCall[] =>
  inputs.map((input) => ({ verb, target, input, headers }));

/** A third of what is sent to every route: to one route these, to the next ones the others. */
const everyThird = (inputs: readonly HostileInput[], index: number): HostileInput[] =>
  inputs.filter((_input, at) => at % 3 === index % 3);

/** Routes that delete what other routes need come last. */
function inOrder(routes: readonly ApiRoute[]): ApiRoute[] {
  const ends = ['/block', '/deactivate', '/archive', '/self', '/self/rotate'];
  const rank = ({ verb, path }: ApiRoute): number =>
    ends.some((end) => path.endsWith(end)) ? 2 : verb === 'DELETE' ? 1 : 0;
  return [...routes].sort((a, b) => rank(a) - rank(b));
}

const pathOf = (route: ApiRoute): string =>
  `/api/v4/${pathWith(route, isOnInstance(route) ? {} : subjectOf(route, people.subjects).params)}`;

describe('every route with hostile input', () => {
  it('does not block the service for 200 ms, and does not fail, on the API', async () => {
    const signedIn = { 'PRIVATE-TOKEN': token };
    const faults: string[] = [];
    for (const [index, route] of inOrder(authorizedRoutes(app)).entries()) {
      const bodies = isRead(route) ? [] : HOSTILE_BODIES;
      const shared = [...HOSTILE_SIGNED_HEADERS, ...HOSTILE_QUERIES, ...bodies];
      const inputs = [...everyThird(shared, index), ...hostileParams(route)];
      const anonymous = callsOf(route.verb, pathOf(route), everyThird(HOSTILE_HEADERS, index));
      faults.push(...(await allFaultsOf([...anonymous, ...callsOf(route.verb, pathOf(route), inputs, signedIn)])));
    }

    expect(faults).toEqual([]);
  }, 300_000);

  it('does not block the service for 200 ms, and does not fail, on pages, OAuth and registry', async () => {
    const adapter = app.app.getHttpAdapter() as unknown as SlipwayAdapter;
    const browser = await WebBrowser.of(service.url, people.owner);
    const signedIn = { Cookie: browser.cookie, 'X-CSRF-Token': await browser.csrfToken() };
    const { body: project } = await people.owner.api.get(`projects/${people.subjects.project!.params.id}`);
    const fill = (pattern: string): string =>
      pattern
        .replace(/\*(path|name)\b/g, project.path_with_namespace as string)
        .replace(/\*\w+/g, 'main')
        .replace(/:\w+/g, NO_ID);
    const faults: string[] = [];
    const routes = adapter.table.routes().filter((one) => !one.pattern.startsWith('/api/v4/'));
    for (const [index, { verb, pattern }] of routes.entries()) {
      const inputs = everyThird([...HOSTILE_QUERIES, ...(verb === 'GET' ? [] : HOSTILE_BODIES)], index);
      const anonymous = callsOf(verb, fill(pattern), everyThird(HOSTILE_HEADERS, index));
      faults.push(...(await allFaultsOf([...anonymous, ...callsOf(verb, fill(pattern), inputs, signedIn)])));
    }

    expect(faults).toEqual([]);
  }, 300_000);
});

describe('every route of package managers with hostile input', () => {
  it('does not block the service for 200 ms, and does not fail', async () => {
    const fill = (pattern: string, segment: string): string =>
      pattern
        .replace(/(projects|groups?)\/:id/, (_all, word: string) => `${word}/${ownerOf(word)}`)
        .replace(/:\w+/g, segment);
    const signedIn = { 'PRIVATE-TOKEN': token };
    const faults: string[] = [];
    for (const [index, { verb, pattern }] of packageRoutes(app).entries()) {
      const shared = [...HOSTILE_QUERIES, ...HOSTILE_SIGNED_HEADERS, ...(verb === 'GET' ? [] : HOSTILE_BODIES)];
      const inputs = everyThird(shared, index);
      faults.push(...(await allFaultsOf(callsOf(verb, fill(pattern, 'x'), everyThird(HOSTILE_HEADERS, index)))));
      faults.push(...(await allFaultsOf(callsOf(verb, fill(pattern, 'x'), inputs, signedIn))));
      const named = HOSTILE_SEGMENTS.flatMap((segment) =>
        callsOf(verb, fill(pattern, segment), [{ name: segment.slice(0, 30) }], signedIn),
      );
      faults.push(...(await allFaultsOf(named)));
    }

    expect(faults).toEqual([]);
  }, 300_000);

  it('does not block the service for a second, and does not fail, by the largest documents', async () => {
    const target = `/api/v4/projects/${ownerOf('projects')}/packages/npm/a`;
    const faults: string[] = [];
    for (const make of LARGEST_PUBLICATIONS) {
      const call = { verb: 'PUT', target, input: make(), headers: { 'PRIVATE-TOKEN': token } };
      faults.push(...(await faultsOf([call], MAX_BLOCK_OF_LARGEST_MS)));
    }

    expect(faults).toEqual([]);
  }, 240_000);
});

const ownerOf = (word: string): string =>
  people.subjects[word === 'projects' ? 'project' : 'group']?.params.id ?? NO_ID;

describe('every route with the largest input that is permitted', () => {
  it('does not block the service for a second, and does not fail, by a body of the API or of a page', async () => {
    const browser = await WebBrowser.of(service.url, people.owner);
    const signedIn = { Cookie: browser.cookie, 'X-CSRF-Token': await browser.csrfToken() };
    const faults: string[] = [];
    for (const make of LARGEST_BODIES) {
      const input = make();
      const isForm = input.headers?.['Content-Type'] !== 'application/json';
      const calls = [
        { verb: 'POST', target: '/api/v4/projects', input, headers: { 'PRIVATE-TOKEN': token } },
        ...(isForm ? [{ verb: 'POST', target: '/oauth/applications', input, headers: signedIn }] : []),
      ];
      for (const call of calls) {
        faults.push(...(await faultsOf([call], MAX_BLOCK_OF_LARGEST_MS)));
      }
    }

    expect(faults).toEqual([]);
  }, 240_000);

  it('does not block the service for a second, and does not fail, by a commit or a snippet', async () => {
    const { owner, subjects } = people;
    const headers = { 'PRIVATE-TOKEN': owner.token };
    const faults: string[] = [];
    for (const make of LARGEST_COMMITS) {
      const target = `/api/v4/projects/${subjects.project!.params.id}/repository/commits`;
      faults.push(...(await faultsOf([{ verb: 'POST', target, input: make(), headers }], MAX_BLOCK_OF_LARGEST_MS)));
      faults.push(
        ...(await faultsOf(
          [{ verb: 'POST', target: '/api/v4/snippets', input: make(), headers }],
          MAX_BLOCK_OF_LARGEST_MS,
        )),
      );
    }

    expect(faults).toEqual([]);
  }, 240_000);

  it('does not block the service for a second, and does not fail, by a manifest', async () => {
    const { body: project } = await people.owner.api.get(`projects/${people.subjects.project!.params.id}`);
    const path = project.path_with_namespace as string;
    const registry = await registryToken(path);
    const faults: string[] = [];
    for (const make of LARGEST_MANIFESTS) {
      const call = { verb: 'PUT', target: `/v2/${path}/manifests/x`, input: make(), headers: registry };
      faults.push(...(await faultsOf([call], MAX_BLOCK_OF_LARGEST_MS)));
    }

    expect(faults).toEqual([]);
  }, 240_000);
});

async function registryToken(path: string): Promise<Readonly<Record<string, string>>> {
  const basic = Buffer.from(`${people.owner.username}:${people.owner.token}`).toString('base64');
  const scope = `repository:${path}:pull,push`;
  const { body } = await new ApiClient(service.url).get(`/jwt/auth?service=container_registry&scope=${scope}`, {
    headers: { Authorization: `Basic ${basic}` },
  });
  return { Authorization: `Bearer ${body.token as string}` };
}
