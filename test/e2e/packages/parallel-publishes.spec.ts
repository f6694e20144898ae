import { createHash } from 'node:crypto';
import { publishNpm } from '../../builders/npm.js';
import { aNupkg, push } from '../../builders/nuget.js';
import { genericPath, upload } from '../../builders/packages.js';
import { publishPypi } from '../../builders/pypi.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
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

const FORMATS: Readonly<Record<string, Format>> = {
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
};

async function publishAtOnce({ publish, settings }: Format) {
  const { id } = await aProject(owner.api);
  if (settings) {
    await owner.api.put(`projects/${id}/packages/settings`, settings);
  }
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => publish(id, n)));
  return { id, statuses: answers.map(({ status }) => status).sort() };
}

const filesOf = (projectId: number) =>
  app.sql<{ file_name: string; sha256: string }>(
    `select f.file_name, b.sha256 from package_files f join package_blobs b on b.id = f.blob_id
     where f.project_id = $1 and f.deleted_at is null order by f.id`,
    [projectId],
  );

describe('20 parallel publishes of a version', () => {
  it.each(Object.keys(FORMATS))(
    '%s: one wins where duplicates are refused, and leaves one whole file',
    async (name) => {
      const format = FORMATS[name]!;

      const { id, statuses } = await publishAtOnce(format);

      expect(statuses).toEqual([format.won, ...Array<number>(AT_ONCE - 1).fill(format.lost)].sort());
      expect(await filesOf(id)).toHaveLength(1);
      expect(await app.sql('select 1 from packages where project_id = $1', [id])).toHaveLength(1);
    },
  );

  it.each(['generic', 'maven'])(
    '%s: where duplicates are accepted, all are, and the newest is served whole',
    async (name) => {
      const { settings: _refused, ...accepting } = FORMATS[name]!;

      const { id, statuses } = await publishAtOnce(accepting);

      expect(statuses).toEqual(Array<number>(AT_ONCE).fill(accepting.won));
      const files = await filesOf(id);
      expect(files.map((file) => file.sha256).sort()).toEqual(
        Array.from({ length: AT_ONCE }, (_, n) => sha256(bytesOf(n))).sort(),
      );
      const served = await owner.api.get(name === 'maven' ? mavenPath(id) : genericPath(id));
      expect(sha256(Buffer.from(served.text))).toBe(files.at(-1)!.sha256);
    },
  );
});
