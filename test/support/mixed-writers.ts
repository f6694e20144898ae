import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { anImage, digestOf, pushImage } from '../builders/images.js';
import type { BuiltManifest } from '../builders/images.js';
import { unique } from '../builders/records.js';
import { ApiClient } from './api-client.js';
import type { Answer } from './api-client.js';
import { ADMIN_TOKEN } from './app.js';
import { GitClient, remoteOf } from './git.js';
import { RegistryClient } from './registry-client.js';

const RETRY_MS = 200;
/** Between two writes of a writer: what is tested is that each is kept, not how many there are. */
const PAUSE_MS = 25;
const LOGIN = { username: 'root', secret: ADMIN_TOKEN };

/** One kind of client: it writes in rounds, and knows afterwards what must be there exactly once. */
interface Writer {
  write(round: number): Promise<void>;
  /** A sentence for each thing that is lost or doubled. */
  findings(): Promise<string[]>;
}

/**
 * Clients of every kind that write at the same time: records, commits, git pushes, images, trigger calls and bulk
 * deletions. Each write is repeated, with the same Idempotency-Key, until it is decided; then it must be there once.
 */
export class MixedWriters {
  /** How often each writer saw which status, such as `commits 201`. */
  readonly statuses: Record<string, number> = {};
  readonly git: GitClient;
  private readonly undecided: (() => Promise<boolean>)[] = [];
  private readonly running: Promise<void>[] = [];
  private writers: Readonly<Record<string, Writer>> = {};
  private turn = 0;
  private isOver = false;
  projectId = 0;
  path = '';
  triggerToken = '';

  private constructor(
    git: GitClient,
    private readonly urls: () => readonly string[],
  ) {
    this.git = git;
  }

  /** `urls` answers the services that are asked in turn; it is asked again for each request. */
  static async prepare(urls: () => readonly string[]): Promise<MixedWriters> {
    const writers = new MixedWriters(await GitClient.make(), urls);
    const project = await writers.api.post('projects', { path: unique('mixed'), initialize_with_readme: true });
    writers.projectId = project.body.id;
    writers.path = project.body.path_with_namespace;
    const trigger = await writers.api.post(writers.at('triggers'), { description: 'trigger calls' });
    writers.triggerToken = trigger.body.token;
    const definition = { branch: 'main', content: 'build: { script: make }', commit_message: 'CI [skip ci]' };
    await writers.api.post(writers.at('repository/files/.ci.yml'), definition);
    for (const branch of ['commits', 'pushes']) {
      await writers.api.post(writers.at('repository/branches'), { branch, ref: 'main' });
    }
    writers.writers = {
      records: recordWriter(writers),
      commits: commitWriter(writers),
      pushes: await pushWriter(writers),
      images: imageWriter(writers),
      triggers: triggerWriter(writers),
      deletions: deletionWriter(writers),
    };
    return writers;
  }

  start(): void {
    for (const writer of Object.values(this.writers)) {
      this.running.push(this.loop(writer));
    }
  }

  /** Ends the writers after the write that each is at; the services must be up. */
  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.running);
  }

  /** Repeats what was not decided, until it is. */
  async settle(): Promise<void> {
    for (const attempt of this.undecided.splice(0)) {
      for (let tries = 0; !(await attempt()); tries += 1) {
        if (tries > 300) {
          throw new Error('A write was not decided within a minute.');
        }
        await sleep(RETRY_MS);
      }
    }
  }

  /** A sentence for each thing that is lost or doubled. */
  async findings(): Promise<string[]> {
    const found = await Promise.all(
      Object.entries(this.writers).map(async ([name, writer]) =>
        (await writer.findings()).map((finding) => `${name}: ${finding}`),
      ),
    );
    return found.flat();
  }

  close(): Promise<void> {
    return this.git.remove();
  }

  get url(): string {
    const urls = this.urls();
    this.turn += 1;
    return urls[this.turn % urls.length] ?? '';
  }

  get api(): ApiClient {
    return new ApiClient(this.url, ADMIN_TOKEN);
  }

  at = (rest: string): string => `projects/${this.projectId}/${rest}`;

  /** Sends until there is a decision; a key whose holder died is left for {@link settle}. */
  async once(writer: string, send: (api: ApiClient, headers: Record<string, string>) => Promise<Answer>) {
    const headers = { 'Idempotency-Key': randomUUID() };
    const attempt = async (): Promise<boolean> => {
      const answer = await send(this.api, headers).catch(() => null);
      this.count(writer, answer?.status ?? 'no answer');
      return answer !== null && isDecision(answer);
    };
    if (!(await attempt())) {
      this.undecided.push(attempt);
      await sleep(RETRY_MS);
    }
  }

  /** Repeats what may be done again without harm, until it succeeds. */
  async untilDone(writer: string, work: () => Promise<number | string>): Promise<void> {
    for (;;) {
      const outcome = await work();
      this.count(writer, outcome);
      if (outcome === 201) {
        return;
      }
      await sleep(RETRY_MS);
    }
  }

  /** Every record of a list. */
  async all(path: string): Promise<Answer['body'][]> {
    const records: Answer['body'][] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await this.api.get(`${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`);
      records.push(...body);
      if (body.length < 100) {
        return records;
      }
    }
  }

  private count(writer: string, outcome: number | string): void {
    const key = `${writer} ${outcome}`;
    this.statuses[key] = (this.statuses[key] ?? 0) + 1;
  }

  private async loop(writer: Writer): Promise<void> {
    for (let round = 0; !this.isOver; round += 1) {
      await writer.write(round);
      await sleep(PAUSE_MS);
    }
  }
}

/** 409 "was carried out" decides as well; a key in progress and an unavailable service do not. */
const isDecision = ({ status, text }: Answer): boolean =>
  status !== 503 && (status !== 409 || text.includes('was carried out'));

function recordWriter(writers: MixedWriters): Writer {
  const expected: string[] = [];
  return {
    write: async (round) => {
      const description = `record ${round}`;
      expected.push(description);
      await writers.once('records', (api, headers) => api.post(writers.at('triggers'), { description }, { headers }));
    },
    findings: async () => {
      const records = await writers.all(writers.at('triggers'));
      return difference(
        expected,
        records.map(({ description }) => description).filter((text) => text !== 'trigger calls'),
      );
    },
  };
}

function commitWriter(writers: MixedWriters): Writer {
  const expected: string[] = [];
  return {
    write: async (round) => {
      const message = `Commit ${round}`;
      expected.push(message);
      const input = { branch: 'commits', content: message, commit_message: message };
      await writers.once('commits', (api, headers) =>
        api.post(writers.at(`repository/files/file-${round}`), input, { headers }),
      );
    },
    findings: async () => {
      const commits = await writers.all(writers.at('repository/commits?ref_name=commits'));
      return difference(
        expected,
        commits.map(({ title }) => title).filter((title) => title.startsWith('Commit ')),
      );
    },
  };
}

/** What git says of a push that failed; one whose database went away meanwhile is refused inside of the protocol. */
const pushRefusal = (stderr: string): number | string =>
  /returned error: (\d+)/.exec(stderr)?.[1] ?? (stderr.includes('[remote rejected]') ? 503 : 'no answer');

/** Each push makes one pipeline. */
async function pushWriter(writers: MixedWriters): Promise<Writer> {
  const { git } = writers;
  const expected: string[] = [];
  await git.ok(['clone', '-q', '-b', 'pushes', remoteOf(writers.url, writers.path, LOGIN), 'work']);
  const first = await git.ok(['rev-parse', 'HEAD'], { in: 'work' });
  return {
    write: async (round) => {
      await git.ok(['commit', '-q', '--allow-empty', '-m', `Push ${round}`], { in: 'work' });
      await writers.untilDone('pushes', async () => {
        const remote = remoteOf(writers.url, writers.path, LOGIN);
        const { code, stderr } = await git.run(['push', '-q', remote, 'pushes'], { in: 'work' });
        return code === 0 ? 201 : pushRefusal(stderr);
      });
      expected.push(await git.ok(['rev-parse', 'HEAD'], { in: 'work' }));
    },
    findings: async () => {
      const branch = (await writers.api.get(writers.at('repository/branches/pushes'))).body;
      const pipelines = await writers.all(writers.at('pipelines?source=push&ref=pushes'));
      return [
        ...difference([expected.at(-1) ?? first], [branch.commit.id]),
        ...difference(
          expected,
          pipelines.map(({ sha }) => sha).filter((sha) => sha !== first),
        ),
      ];
    },
  };
}

function imageWriter(writers: MixedWriters): Writer {
  const pushed = new Map<string, BuiltManifest>();
  return {
    write: async (round) => {
      const image = anImage();
      await writers.untilDone('images', () =>
        statusOf(() => pushImage(registryOf(writers), `${writers.path}/app`, `v${round}`, image)),
      );
      pushed.set(`v${round}`, image);
    },
    findings: async () => {
      const registry = registryOf(writers);
      const found: string[] = [];
      for (const [tag, { digest, descriptor, blobs }] of pushed) {
        const manifest = await registry.get(`${writers.path}/app/manifests/${tag}`);
        found.push(...difference([digest], [String(manifest.headers['docker-content-digest'])]));
        found.push(...(manifest.bytes.length === descriptor.size ? [] : [`${tag} has ${manifest.bytes.length} bytes`]));
        for (const blob of blobs) {
          const read = await registry.get(`${writers.path}/app/blobs/${digestOf(blob)}`);
          found.push(...(read.bytes.equals(blob) ? [] : [`a blob of ${tag}: ${read.status}`]));
        }
      }
      return found;
    },
  };
}

function triggerWriter(writers: MixedWriters): Writer {
  const input = { token: writers.triggerToken, ref: 'main' };
  let calls = 0;
  return {
    write: async () => {
      calls += 1;
      await writers.once('triggers', (api, headers) => api.post(writers.at('trigger/pipeline'), input, { headers }));
    },
    findings: async () => {
      const pipelines = await writers.all(writers.at('pipelines?source=trigger'));
      return pipelines.length === calls ? [] : [`${pipelines.length} pipelines of ${calls} calls`];
    },
  };
}

function deletionWriter(writers: MixedWriters): Writer {
  const names: string[] = [];
  return {
    write: async (round) => {
      const name = `${writers.path}/old-${round}`;
      for (const tag of ['keep', 'drop-1', 'drop-2']) {
        await writers.untilDone('deletions', () =>
          statusOf(() => pushImage(registryOf(writers), name, tag, anImage())),
        );
      }
      const repositories = await writers.all(writers.at('registry/repositories')).catch(() => []);
      const id = repositories.find(({ path }) => path === name)?.id;
      if (id !== undefined) {
        names.push(name);
        await writers.once('deletions', (api, headers) =>
          api.delete(writers.at(`registry/repositories/${id}/tags?name_regex_delete=drop-.*`), undefined, { headers }),
        );
      }
    },
    findings: async () => {
      const repositories = await writers.all(writers.at('registry/repositories?tags=true'));
      return names.flatMap((name) => {
        const tags = repositories.find(({ path }) => path === name)?.tags ?? [];
        return difference(
          ['keep'],
          tags.map((tag: { name: string }) => tag.name),
        ).map((text) => `${name} ${text}`);
      });
    },
  };
}

/** What is expected and missing, there and not expected, or there more than once. */
function difference(expected: readonly string[], found: readonly string[]): string[] {
  const known = new Set(found);
  return [
    ...expected.filter((one) => !known.has(one)).map((one) => `${one} is lost`),
    ...found.filter((one) => !expected.includes(one)).map((one) => `${one} is not expected`),
    ...found.filter((one, index) => found.indexOf(one) !== index).map((one) => `${one} is doubled`),
  ];
}

const registryOf = (writers: MixedWriters): RegistryClient => new RegistryClient(writers.url, LOGIN);

/** 201 when all of it succeeded, else the status that a step was refused with. */
const statusOf = (work: () => Promise<unknown>): Promise<number | string> =>
  work().then(
    () => 201,
    (error: unknown) => /(?:Not pushed|No token): (\d+)/.exec(String(error))?.[1] ?? 'no answer',
  );
