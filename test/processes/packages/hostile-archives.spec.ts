import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { genericPath, upload } from '../../builders/packages.js';
import { unique } from '../../builders/records.js';
import { aTarGz } from '../../builders/tars.js';
import { aZip } from '../../builders/zips.js';
import type { Answer } from '../../support/api-client.js';
import { costOf } from '../../support/process-cost.js';
import { aDataDir, startService } from '../../support/service.js';
import type { Service } from '../../support/service.js';

const MIB = 1024 * 1024;
const PIECE = 64 * MIB;
/** So many make a bomb of 4.4 GiB. */
const PIECES = 70;
/** Of the time that expanding the bomb to its end would take: a second or two. */
const MOST_SHARE = 1 / 5;
const MOST_GROWTH = 100 * MIB;
const LINK = 0o120777;

let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let service: Service;
let projectId: number;
beforeAll(async () => {
  dataDir = await aDataDir();
  service = await startService({ DATA_DIR: dataDir.path });
  const { id } = (await service.admin.post('projects', { path: 'first' })).body;
  await upload(service.admin, genericPath(id)); // so that there is a store of bytes
});
beforeEach(async () => {
  projectId = (await service.admin.post('projects', { path: unique('hostile') })).body.id;
});
afterAll(async () => {
  await service.end('SIGTERM');
  await dataDir.remove();
});

const ofProject = (rest: string): string => `projects/${projectId}/packages/${rest}`;
const GO_ROOT = 'example.com/tool@v1.0.0';

function send(verb: string, target: string, part: string, bytes: Buffer): Promise<Answer> {
  const form = new FormData();
  form.append(part, new Blob([bytes]), 'anything');
  return service.admin.send(verb, target, form);
}

interface Format {
  readonly publish: (bytes: Buffer) => Promise<Answer>;
  /** Where the archive says which package it is; a zip unless said. */
  readonly manifest: string;
  readonly text: string;
}

/** The formats that read zip files; of the others all but Helm keep their archives unread. */
const ZIPPED: Readonly<Record<string, Format>> = {
  nuget: {
    publish: (bytes) => send('PUT', ofProject('nuget/'), 'package', bytes),
    manifest: 'Tool.nuspec',
    text: '<package><metadata><id>Tool</id><version>1.0.0</version></metadata></package>',
  },
  composer: {
    publish: (bytes) => send('POST', ofProject('composer'), 'file', bytes),
    manifest: 'composer.json',
    text: '{"name": "acme/tool", "version": "1.0.0"}',
  },
  golang: {
    publish: (bytes) => upload(service.admin, ofProject('go/example.com/tool/@v/v1.0.0.zip'), bytes),
    manifest: `${GO_ROOT}/go.mod`,
    text: 'module example.com/tool\n',
  },
};
const HELM: Format = {
  publish: (bytes) => send('POST', ofProject('helm/api/stable/charts'), 'chart', bytes),
  manifest: 'tool/Chart.yaml',
  text: 'apiVersion: v2\nname: tool\nversion: 1.0.0\n',
};

/** Zeros behind a whole chart, nearly as many bytes of them as a chart may have. */
const aTarBomb = async (): Promise<Buffer> => {
  const zeros = gzipSync(Buffer.alloc(PIECE), { level: 9 });
  return Buffer.concat([await aTarGz({ [HELM.manifest]: HELM.text }), ...Array<Buffer>(PIECES).fill(zeros)]);
};

/** Milliseconds that expanding all of it would take a processor of this machine, as busy as it is. */
function wholeMillis(): number {
  const zeros = gzipSync(Buffer.alloc(PIECE), { level: 9 });
  const started = process.cpuUsage();
  gunzipSync(zeros);
  const { user, system } = process.cpuUsage(started);
  return ((user + system) / 1000) * PIECES;
}

/** As many zeros where the manifest is expected, whatever size the archive says. */
const aZipBomb = ({ manifest, text }: Format, declaredSize: number): Buffer =>
  aZip([{ name: manifest, text: Buffer.concat([Buffer.from(text), Buffer.alloc(PIECE)]), declaredSize }]);

/** A thousand large files beside the manifest, which are all said to be there. */
const aFullZip = ({ manifest, text }: Format): Buffer =>
  aZip([
    { name: manifest, text },
    ...Array.from({ length: 1000 }, (_, n) => ({
      name: `${path.posix.dirname(manifest)}/${n}.txt`.replace(/^\.\//, ''),
      text: 'x',
      declaredSize: 4_000_000_000,
    })),
  ]);

async function storedFiles(): Promise<number> {
  const entries = await readdir(path.join(dataDir.path, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).length;
}

/** Refused, or (contract: packages §5.5) accepted as a record that ends as `error` and is served by no protocol. */
async function expectRefused(answer: Answer, storedBefore: number): Promise<void> {
  const { body } = await service.admin.get(ofProject('').replace(/\/$/, ''));
  const records = (body as { status: string }[]).map(({ status }) => status);
  const isRefused = answer.status >= 400 && answer.status < 500;
  expect({ status: answer.status, records }).toEqual(
    isRefused ? { status: answer.status, records: [] } : { status: 201, records: ['error'] },
  );
  expect(await storedFiles()).toBe(isRefused ? storedBefore : storedBefore + 1);
  expect((await service.admin.get(ofProject('nuget/download/tool/index.json'))).status).toBe(404);
  expect((await service.admin.get(ofProject('helm/stable/index.yaml'))).text).not.toContain('tool-1.0.0');
}

async function expectCheapRefusal({ publish }: Format, bytes: Buffer): Promise<void> {
  const before = await storedFiles();
  const answers: Answer[] = [];
  const cost = await costOf(service, async () => {
    answers.push(await publish(bytes));
  });
  expect(cost.millis).toBeLessThan(wholeMillis() * MOST_SHARE);
  expect(cost.growth).toBeLessThan(MOST_GROWTH);
  await expectRefused(answers[0]!, before);
}

describe('an archive bomb', () => {
  it('of a chart is refused without being expanded to its end', async () => {
    await expectCheapRefusal(HELM, await aTarBomb());
  });

  it.each(Object.keys(ZIPPED))('in the manifest of %s is refused, whatever size it is said to have', async (name) => {
    const format = ZIPPED[name]!;

    await expectCheapRefusal(format, aZipBomb(format, PIECE));
    projectId = (await service.admin.post('projects', { path: unique('hostile') })).body.id;
    await expectCheapRefusal(format, aZipBomb(format, format.text.length));
  });

  it.each(Object.keys(ZIPPED))('beside the manifest of %s is refused unread', async (name) => {
    await expectCheapRefusal(ZIPPED[name]!, aFullZip(ZIPPED[name]!));
  });
});

describe('an entry that leads out of the archive', () => {
  it.each(['../evil', '/etc/evil', 'tool/../../evil', '..\\evil'])('is refused by every format: %s', async (evil) => {
    for (const format of Object.values(ZIPPED)) {
      projectId = (await service.admin.post('projects', { path: unique('hostile') })).body.id;
      const before = await storedFiles();
      const bytes = aZip([
        { name: format.manifest, text: format.text },
        { name: evil, text: `${evil} ${projectId}` },
      ]);
      await expectRefused(await format.publish(bytes), before);
    }
    projectId = (await service.admin.post('projects', { path: unique('hostile') })).body.id;
    const before = await storedFiles();
    const chart = await aTarGz({ [HELM.manifest]: HELM.text, [evil]: `${evil} ${projectId}` });
    await expectRefused(await HELM.publish(chart), before);
  });

  it.each(Object.keys(ZIPPED))('is not followed as a link in place of the manifest of %s', async (name) => {
    const { publish, manifest } = ZIPPED[name]!;
    const before = await storedFiles();

    await expectRefused(await publish(aZip([{ name: manifest, text: '/etc/passwd', mode: LINK }])), before);
  });
});
