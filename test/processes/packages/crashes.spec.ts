import { createHash } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../../src/platform/database/embedded/embedded-postgres.js';
import { npmDocument } from '../../builders/npm.js';
import { aNupkg } from '../../builders/nuget.js';
import { genericPath } from '../../builders/packages.js';
import { pypiForm } from '../../builders/pypi.js';
import { aTarGz } from '../../builders/tars.js';
import { aZip } from '../../builders/zips.js';
import { ADMIN_TOKEN } from '../../support/app.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';
import { until } from '../../support/until.js';

const KILLS = 3;
const HEADERS = { 'PRIVATE-TOKEN': ADMIN_TOKEN };
/** Large enough that many are under way when the service dies. */
const FILLING_BYTES = 300_000;

/** Younger objects may be about to get a row: the sweep leaves them. */
const TWO_DAYS_MS = 2 * 86_400_000;

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let service: Service;
let projectId: number;
beforeAll(async () => {
  dataDir = await aDataDir();
  service = await startService({ DATA_DIR: dataDir.path });
  const { id: group } = (await service.admin.post('groups', { name: 'Killed', path: 'killed' })).body;
  projectId = (await service.admin.post('projects', { path: 'killed', namespace_id: group })).body.id;
});
afterAll(async () => {
  await service.end('SIGTERM');
  await dataDir.remove();
});

/** Bytes of this publication alone. */
const filling = (n: number): Buffer => Buffer.alloc(FILLING_BYTES, `publication ${n} `);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const ofProject = (rest: string): string => `projects/${projectId}/packages/${rest}`;

interface Publication {
  /** Where the file is read afterwards. */
  readonly file: string;
  readonly bytes: Buffer;
  readonly verb: string;
  readonly target: string;
  readonly body: Buffer | FormData | string;
}

function form(part: string, bytes: Buffer): FormData {
  const made = new FormData();
  made.append(part, new Blob([bytes]), 'anything');
  return made;
}

const FORMATS: Readonly<Record<string, (n: number) => Publication | Promise<Publication>>> = {
  generic: (n) => {
    const target = genericPath(projectId, `${n}.bin`, '1.0', 'killed');
    return { file: target, bytes: filling(n), verb: 'PUT', target, body: filling(n) };
  },
  npm: (n) => ({
    file: ofProject(`npm/killed/-/killed-1.0.${n}.tgz`),
    bytes: filling(n),
    verb: 'PUT',
    target: ofProject('npm/killed'),
    body: JSON.stringify(npmDocument('killed', { version: `1.0.${n}`, tarball: filling(n) })),
  }),
  pypi: (n) => {
    const fileName = `killed-1.${n}.tar.gz`;
    return {
      file: ofProject(`pypi/files/${sha256(filling(n))}/${fileName}`),
      bytes: filling(n),
      verb: 'POST',
      target: ofProject('pypi'),
      body: pypiForm({ name: 'killed', version: `1.${n}`, content: filling(n), fileName }),
    };
  },
  maven: (n) => {
    const target = ofProject(`maven/acme/killed/1.${n}/killed-1.${n}.jar`);
    return { file: target, bytes: filling(n), verb: 'PUT', target, body: filling(n) };
  },
  nuget: (n) => {
    const bytes = aNupkg({ id: 'Killed', version: `1.0.${n}`, filling: filling(n) });
    const file = ofProject(`nuget/download/killed/1.0.${n}/killed.1.0.${n}.nupkg`);
    return { file, bytes, verb: 'PUT', target: ofProject('nuget/'), body: form('package', bytes) };
  },
  helm: async (n) => {
    const chart = `apiVersion: v2\nname: killed\nversion: 1.0.${n}\n`;
    const bytes = await aTarGz({ 'killed/Chart.yaml': chart, 'killed/values.yaml': filling(n) });
    const file = ofProject(`helm/stable/charts/killed-1.0.${n}.tgz`);
    return { file, bytes, verb: 'POST', target: ofProject('helm/api/stable/charts'), body: form('chart', bytes) };
  },
  conan: (n) => {
    const target = ofProject(`conan/v1/files/killed/1.${n}/team/stable/0/export/conanfile.py`);
    return { file: target, bytes: filling(n), verb: 'PUT', target, body: filling(n) };
  },
  terraform: async (n) => {
    const version = ofProject(`terraform/modules/killed/aws/1.0.${n}`);
    const bytes = await aTarGz({ 'main.tf': filling(n) });
    return { file: version, bytes, verb: 'PUT', target: `${version}/file`, body: bytes };
  },
  composer: (n) => {
    const manifest = { name: 'acme/killed', version: `1.0.${n}` };
    const bytes = aZip([
      { name: 'composer.json', text: JSON.stringify(manifest) },
      { name: 'killed.php', text: filling(n) },
    ]);
    const file = ofProject(`composer/archives/acme/killed.zip?sha=${createHash('sha1').update(bytes).digest('hex')}`);
    return { file, bytes, verb: 'POST', target: ofProject('composer'), body: form('file', bytes) };
  },
  golang: (n) => {
    const target = ofProject(`go/example.com/killed/@v/v1.0.${n}.zip`);
    const bytes = aZip([
      { name: `example.com/killed@v1.0.${n}/go.mod`, text: 'module example.com/killed\n' },
      { name: `example.com/killed@v1.0.${n}/killed.go`, text: filling(n) },
    ]);
    return { file: target, bytes, verb: 'PUT', target, body: bytes };
  },
};

/** Publishes one after the other until told to stop; what was answered, and what was not. */
class Publisher {
  readonly accepted: Publication[] = [];
  readonly unanswered: Publication[] = [];
  readonly refused: number[] = [];
  private isOver = false;
  private readonly publishing: Promise<void>;

  constructor(
    private readonly make: (n: number) => Publication | Promise<Publication>,
    private readonly url: string,
    first: number,
  ) {
    this.publishing = this.publish(first);
  }

  /** What is under way fails with the service. */
  async end(): Promise<void> {
    this.isOver = true;
    await this.publishing;
  }

  private async publish(first: number): Promise<void> {
    for (let n = first; !this.isOver; n += 1) {
      const publication = await this.make(n);
      const { verb: method, target, body } = publication;
      const headers = typeof body === 'string' ? { ...HEADERS, 'Content-Type': 'application/json' } : HEADERS;
      const init = { method, headers, body: Buffer.isBuffer(body) ? new Uint8Array(body) : body };
      const status = await fetch(`${this.url}/api/v4/${target}`, init).then(
        (answer) => answer.status,
        () => null,
      );
      if (status === null) {
        this.unanswered.push(publication);
        return;
      }
      if (status >= 300) {
        this.refused.push(status);
      } else {
        this.accepted.push(publication);
      }
    }
  }
}

async function digestServed({ file }: Publication): Promise<string> {
  const answer = await fetch(`${service.url}/api/v4/${file}`, { headers: HEADERS });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.status === 200 ? sha256(bytes) : String(answer.status);
}

async function rowsOf<R extends object>(text: string): Promise<R[]> {
  const client = new Client((await startEmbeddedPostgres({ dataDir: dataDir.path })).connection); // finds the one that runs
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Files of the blob store, whose names are their keys. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(path.join(dataDir.path, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function killAmongPublications(round: number): Promise<Publisher[]> {
  const publishers = Object.values(FORMATS).flatMap((make, format) =>
    [0, 1].map((second) => new Publisher(make, service.url, (1 + round * 20 + format * 2 + second) * 1000)),
  );
  await until(() => publishers.every(({ accepted }) => accepted.length > 0));
  await sleep(50 + round * 37);
  await service.end('SIGKILL');
  await Promise.all(publishers.map((publisher) => publisher.end()));
  service = await startService({ DATA_DIR: dataDir.path });
  return publishers;
}

describe('publishing while the service is killed', () => {
  it('loses nothing that was accepted, shows nothing half, and what is left of the rest is swept', async () => {
    const publishers: Publisher[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      publishers.push(...(await killAmongPublications(round)));
    }
    const accepted = publishers.flatMap((publisher) => publisher.accepted);
    const unanswered = publishers.flatMap((publisher) => publisher.unanswered);
    expect(publishers.flatMap(({ refused }) => refused)).toEqual([]);
    expect(unanswered.length).toBeGreaterThan(KILLS);

    for (const publication of accepted) {
      expect([publication.file, await digestServed(publication)]).toEqual([
        publication.file,
        sha256(publication.bytes),
      ]);
    }
    for (const publication of unanswered) {
      expect([sha256(publication.bytes), '404']).toContain(await digestServed(publication));
    }
    expect(
      await rowsOf(`select id from packages k where not exists (
      select 1 from package_files f where f.package_id = k.id)`),
    ).toEqual([]);
    expect(
      await rowsOf(`select id from packages where package_type = 'npm' and status = 'default' and not exists (
      select 1 from npm_versions v where v.package_id = packages.id)`),
    ).toEqual([]);

    const aged = new Date(Date.now() - TWO_DAYS_MS);
    await Promise.all((await storedFiles()).map((file) => utimes(file, aged, aged)));
    expect((await service.admin.post('registry/gc')).status).toBe(202);
    const kept = (await rowsOf<{ store_key: string }>('select store_key from package_blobs')).length;
    await until(async () => (await storedFiles()).length === kept);
    for (const publication of accepted) {
      expect([publication.file, await digestServed(publication)]).toEqual([
        publication.file,
        sha256(publication.bytes),
      ]);
    }
  });
});
