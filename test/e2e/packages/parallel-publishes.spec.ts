import { createHash } from 'node:crypto';
import { aChart, pushChart } from '../../builders/helm.js';
import { publishNpm } from '../../builders/npm.js';
import { aNupkg, push } from '../../builders/nuget.js';
import { genericPath, upload } from '../../builders/packages.js';
import { publishPypi } from '../../builders/pypi.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { aTarGz } from '../../builders/tars.js';
import { aZip } from '../../builders/zips.js';
import type { Answer } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

const AT_ONCE = 20;

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
});
afterAll(() => app.close());

/** Different bytes for each publisher. */
const bytesOf = (n: number): Buffer => Buffer.from(`the bytes of publisher ${n}`);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Format {
  readonly publish: (projectId: number, n: number) => Promise<Answer>;
  readonly won: number;
  /** What the others are answered where one wins. */
  readonly lost: number;
  readonly settings?: object;
}

const mavenPath = (projectId: number) => `projects/${projectId}/packages/maven/acme/tool/1.0/tool-1.0.jar`;

const conanPath = (projectId: number) =>
  `projects/${projectId}/packages/conan/v1/files/tool/1.0/team/stable/0/export/conanfile.py`;
const helmPath = (projectId: number, path: string) => `projects/${projectId}/packages/helm/${path}`;

const chartOf = (n: number): Promise<Buffer> => aChart('tool', '1.0.0', { filling: `# ${bytesOf(n).toString()}\n` });

/** An archive with composer.json, whose bytes are the publisher's. */
const aComposerZip = (n: number): Buffer =>
  aZip([
    { name: 'composer.json', text: JSON.stringify({ name: 'acme/tool', version: '1.0.0' }) },
    { name: 'src/tool.php', text: bytesOf(n) },
  ]);

const aGoZip = (n: number): Buffer =>
  aZip([
    { name: 'example.com/tool@v1.0.0/go.mod', text: 'module example.com/tool\n' },
    { name: 'example.com/tool@v1.0.0/tool.go', text: bytesOf(n) },
  ]);

/** As a form with one file. */
function send(verb: string, path: string, part: string, bytes: Buffer): Promise<Answer> {
  const form = new FormData();
  form.append(part, new Blob([bytes]), 'anything');
  return owner.api.send(verb, path, form);
}

/** Where the contract refuses a second publication, or the project's settings do. */
const REFUSING: Readonly<Record<string, Format>> = {
  npm: { publish: (id, n) => publishNpm(owner.api, id, 'tool', { tarball: bytesOf(n) }), won: 200, lost: 403 },
  pypi: {
    publish: (id, n) => publishPypi(owner.api, id, { name: 'tool', version: '1.0', content: bytesOf(n) }),
    won: 201,
    lost: 400,
  },
  generic: {
    publish: (id, n) => upload(owner.api, genericPath(id), bytesOf(n)),
    won: 201,
    lost: 400,
    settings: { generic_duplicates_allowed: false },
  },
  maven: {
    publish: (id, n) => upload(owner.api, mavenPath(id), bytesOf(n)),
    won: 200,
    lost: 400,
    settings: { maven_duplicates_allowed: false },
  },
  nuget: {
    publish: (id, n) => push(owner.api, `projects/${id}/packages/nuget/`, aNupkg({ id: 'Tool', filling: bytesOf(n) })),
    won: 201,
    lost: 409,
    settings: { nuget_duplicates_allowed: false },
  },
  composer: {
    publish: (id, n) => send('POST', `projects/${id}/packages/composer`, 'file', aComposerZip(n)),
    won: 201,
    lost: 409,
  },
  terraform: {
    publish: async (id, n) =>
      upload(
        owner.api,
        `projects/${id}/packages/terraform/modules/tool/aws/1.0.0/file`,
        await aTarGz({ 'main.tf': bytesOf(n) }),
      ),
    won: 201,
    lost: 403,
  },
  golang: {
    publish: (id, n) => upload(owner.api, `projects/${id}/packages/go/example.com/tool/@v/v1.0.0.zip`, aGoZip(n)),
    won: 201,
    lost: 409,
  },
};

interface AcceptingFormat {
  readonly publish: Format['publish'];
  readonly won: number;
  /** Where the newest is read. */
  readonly path: (projectId: number) => string;
  /** The bytes as they are stored; those of a publisher unless said. */
  readonly stored?: (n: number) => Promise<Buffer>;
}

const ACCEPTING: Readonly<Record<string, AcceptingFormat>> = {
  generic: { publish: REFUSING.generic!.publish, won: 201, path: (id) => genericPath(id) },
  maven: { publish: REFUSING.maven!.publish, won: 200, path: mavenPath },
  conan: { publish: (id, n) => upload(owner.api, conanPath(id), bytesOf(n)), won: 200, path: conanPath },
  helm: {
    publish: async (id, n) => pushChart(owner.api, id, await chartOf(n)),
    won: 201,
    path: (id) => helmPath(id, 'stable/charts/tool-1.0.0.tgz'),
    stored: chartOf,
  },
};

async function publishAtOnce({ publish, settings }: Pick<Format, 'publish' | 'settings'>) {
  const { id } = await aProject(owner.api);
  if (settings) {
    await owner.api.put(`projects/${id}/packages/settings`, settings);
  }
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => publish(id, n)));
  return { id, statuses: answers.map(({ status }) => status).sort() };
}

const packagesOf = (projectId: number) =>
  app.sql<{ status: string }>('select status from packages where project_id = $1', [projectId]);

async function digestServed(path: string): Promise<string> {
  const answer = await fetch(`${app.url}/api/v4/${path}`, { headers: { 'PRIVATE-TOKEN': owner.token } });
  return sha256(Buffer.from(await answer.arrayBuffer()));
}

const filesOf = (projectId: number) =>
  app.sql<{ file_name: string; sha256: string }>(
    `select f.file_name, b.sha256 from package_files f join package_blobs b on b.id = f.blob_id
     where f.project_id = $1 and f.deleted_at is null order by f.id`,
    [projectId],
  );

describe('20 parallel publishes of a version', () => {
  it.each(Object.keys(REFUSING))(
    '%s: one wins where duplicates are refused, and leaves one whole file',
    async (name) => {
      const format = REFUSING[name]!;

      const { id, statuses } = await publishAtOnce(format);

      expect(statuses).toEqual([format.won, ...Array<number>(AT_ONCE - 1).fill(format.lost)].sort());
      expect(await filesOf(id)).toHaveLength(1);
      expect(await packagesOf(id)).toEqual([{ status: 'default' }]);
    },
  );

  it.each(Object.keys(ACCEPTING))(
    '%s: where duplicates are accepted, all are, and the newest is served whole',
    async (name) => {
      const { stored = (n: number) => Promise.resolve(bytesOf(n)), ...format } = ACCEPTING[name]!;

      const { id, statuses } = await publishAtOnce(format);

      expect(statuses).toEqual(Array<number>(AT_ONCE).fill(format.won));
      const files = await filesOf(id);
      const sent = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => stored(n)));
      expect(files.map((file) => file.sha256).sort()).toEqual(sent.map(sha256).sort());
      expect(await packagesOf(id)).toEqual([{ status: 'default' }]);
      expect(await digestServed(format.path(id))).toBe(files.at(-1)!.sha256);
    },
  );
});
