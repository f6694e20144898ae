import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Client } from 'pg';
import { pushChart, aChart } from '../../builders/helm.js';
import { npmPath, publishNpm } from '../../builders/npm.js';
import { aNupkg, push } from '../../builders/nuget.js';
import { genericPath, upload } from '../../builders/packages.js';
import { publishPypi } from '../../builders/pypi.js';
import { aProject } from '../../builders/records.js';
import { aTarGz } from '../../builders/tars.js';
import { aZip } from '../../builders/zips.js';
import type { Answer, ApiClient } from '../../support/api-client.js';
import { ADMIN_TOKEN } from '../../support/app.js';
import { createDatabase } from '../../support/postgres.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';

jest.setTimeout(240_000);

const MEGABYTE = 1_000_000;

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let database: Awaited<ReturnType<typeof createDatabase>>;
let service: Service;
const start = () => {
  const { host, user, database: name } = database.connection;
  return startService({
    DATA_DIR: dataDir.path,
    DATABASE_URL: `postgres:///${name}?host=${encodeURIComponent(host)}&user=${user}`,
  });
};
beforeAll(async () => {
  dataDir = await aDataDir();
  database = await createDatabase();
  service = await start();
});
afterAll(async () => {
  await service.end('SIGTERM');
  await database.drop();
  await dataDir.remove();
});

const api = (): ApiClient => service.admin;
const residentBytes = async (): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${service.process.pid}/status`, 'utf8'))?.[1]) * 1024;

/** The most memory that the service had while the work was done, beyond what it had before. */
async function grownWhile(work: () => Promise<void>): Promise<number> {
  const before = await residentBytes();
  let most = before;
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      most = Math.max(most, await residentBytes());
      await sleep(20);
    }
  })();
  await work().finally(() => {
    over.abort();
  });
  await watching;
  return most - before;
}

async function query<R extends object>(text: string, values: unknown[]): Promise<R[]> {
  const client = new Client(database.connection);
  await client.connect();
  const { rows } = await client.query<R>(text, values);
  await client.end();
  return rows;
}

describe('a file of 500 MB', () => {
  it('is uploaded and downloaded in constant memory, also a part of it', async () => {
    const { id } = await aProject(api());
    const piece = Buffer.alloc(MEGABYTE, 'the bytes of a large file ');
    const sent = createHash('sha256');
    function* pieces() {
      for (let at = 0; at < 500; at += 1) {
        piece.writeUInt32BE(at, 0);
        sent.update(piece);
        yield Buffer.from(piece);
      }
    }
    const address = `${service.url}/api/v4/${genericPath(id, 'large.bin')}`;
    const headers = { 'PRIVATE-TOKEN': ADMIN_TOKEN };
    const received = createHash('sha256');

    const grown = await grownWhile(async () => {
      const body = Readable.toWeb(Readable.from(pieces()));
      const request = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit;
      expect((await fetch(address, request)).status).toBe(201);
      for await (const chunk of (await fetch(address, { headers })).body!) {
        received.update(chunk as Uint8Array);
      }
    });
    const part = await fetch(address, {
      headers: { ...headers, Range: `bytes=${300 * MEGABYTE}-${300 * MEGABYTE + 3}` },
    });

    expect(received.digest('hex')).toBe(sent.digest('hex'));
    expect(grown).toBeLessThan(150 * MEGABYTE);
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).readUInt32BE(0)).toBe(300);
  });
});

describe('an archive that expands to 200 MB', () => {
  const zeros = Buffer.alloc(200 * MEGABYTE);
  const zipBomb = (name: string): Buffer => aZip([{ name, text: zeros }]);
  const goModule = 'example.com/tool@v1.0.0';
  function sendComposer(id: number, zip: Buffer): Promise<Answer> {
    const form = new FormData();
    form.append('file', new Blob([zip]), 'package.zip');
    form.append('version', '1.0.0');
    return api().send('POST', `projects/${id}/packages/composer`, form);
  }

  it.each<[string, () => Buffer | Promise<Buffer>, (id: number, bomb: Buffer) => Promise<Answer>]>([
    [
      'helm',
      () => aTarGz({ 'tool/zeros': zeros, 'tool/Chart.yaml': 'name: tool\n' }),
      (id, bomb) => pushChart(api(), id, bomb),
    ],
    ['nuget', () => zipBomb('tool.nuspec'), (id, bomb) => push(api(), `projects/${id}/packages/nuget/`, bomb)],
    ['composer', () => zipBomb('composer.json'), sendComposer],
    [
      'golang',
      () => zipBomb(`${goModule}/go.mod`),
      (id, bomb) => upload(api(), `projects/${id}/packages/go/example.com/tool/@v/v1.0.0.zip`, bomb),
    ],
  ])('is answered by %s within a second, in constant memory, and is no package', async (format, make, send) => {
    const { id } = await aProject(api());
    const bomb = await make();
    let answer: Answer | undefined;
    const started = performance.now();

    const grown = await grownWhile(async () => {
      answer = await send(id, bomb);
    });

    expect(performance.now() - started).toBeLessThan(3000); // a second on a machine of its own
    expect(answer?.status).toBe(['helm', 'nuget'].includes(format) ? 201 : 400); // those are taken, with the status error
    expect(grown).toBeLessThan(100 * MEGABYTE);
    expect(
      (await api().get(`projects/${id}/packages`)).body.filter(
        ({ status }: { status: string }) => status === 'default',
      ),
    ).toEqual([]);
  });
});

interface Published {
  readonly publish: (projectId: number, n: number) => Promise<Answer>;
  /** Where the version is read again. */
  readonly path: (projectId: number, n: number) => string;
}

/** A name of its own for each publish. */
const FORMATS: readonly Published[] = [
  {
    publish: (id, n) => upload(api(), genericPath(id, 'a.bin', `1.${n}`), `generic ${n}`),
    path: (id, n) => genericPath(id, 'a.bin', `1.${n}`),
  },
  {
    publish: (id, n) => publishNpm(api(), id, 'tool', { version: `1.0.${n}` }),
    path: (id, n) => `${npmPath(`projects/${id}/packages`, 'tool')}/-/tool-1.0.${n}.tgz`,
  },
  {
    publish: (id, n) => publishPypi(api(), id, { name: 'tool', version: `1.${n}` }),
    path: (id, n) =>
      `projects/${id}/packages/pypi/files/${createHash('sha256').update(`tool 1.${n}`).digest('hex')}/tool-1.${n}.tar.gz`,
  },
  {
    publish: (id, n) => upload(api(), `projects/${id}/packages/maven/acme/tool/1.${n}/tool-1.${n}.jar`, `maven ${n}`),
    path: (id, n) => `projects/${id}/packages/maven/acme/tool/1.${n}/tool-1.${n}.jar`,
  },
  {
    publish: (id, n) => push(api(), `projects/${id}/packages/nuget/`, aNupkg({ id: 'Tool', version: `1.0.${n}` })),
    path: (id, n) => `projects/${id}/packages/nuget/download/tool/1.0.${n}/tool.1.0.${n}.nupkg`,
  },
  {
    publish: async (id, n) => pushChart(api(), id, await aChart('tool', `1.0.${n}`)),
    path: (id, n) => `projects/${id}/packages/helm/stable/charts/tool-1.0.${n}.tgz`,
  },
];

describe('publishes while the service is killed', () => {
  it('lose nothing that was answered, and show nothing half', async () => {
    const { id } = await aProject(api());
    const answered: { readonly format: Published; readonly n: number }[] = [];
    let next = 0;
    let isOver = false;
    const publisher = async () => {
      while (!isOver) {
        const n = next++;
        const format = FORMATS[n % FORMATS.length]!;
        const answer = await format.publish(id, n).catch(() => null);
        if (answer && answer.status < 300) {
          answered.push({ format, n });
        } else {
          await sleep(20); // it is being restarted
        }
      }
    };
    const publishing = Array.from({ length: 8 }, publisher);
    for (let round = 1; round <= 2; round += 1) {
      while (answered.length < round * 60) {
        await sleep(5);
      }
      await service.end('SIGKILL');
      service = await start();
    }
    isOver = true;
    await Promise.all(publishing);

    const lost = [];
    for (const { format, n } of answered) {
      const { status } = await api().get(format.path(id, n));
      lost.push(...(status === 200 ? [] : [`${status} ${format.path(id, n)}`]));
    }
    const half = await query(
      `select k.package_type, k.version from packages k
       where k.project_id = $1 and k.status in ('default', 'hidden')
         and not exists (select from package_files f where f.package_id = k.id and f.deleted_at is null)`,
      [id],
    );
    const total = Number((await api().get(`projects/${id}/packages?per_page=1`)).headers.get('x-total'));

    expect(answered.length).toBeGreaterThanOrEqual(120);
    expect(lost).toEqual([]);
    expect(half).toEqual([]);
    expect(total).toBeGreaterThanOrEqual(answered.length);
  });
});
