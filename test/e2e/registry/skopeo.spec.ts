import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { promisify } from 'node:util';
import { anImage, anIndex, digestOf, OCI_INDEX, someBytes } from '../../builders/images.js';
import type { BuiltManifest } from '../../builders/images.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

const run = promisify(execFile);
const LAYER_TYPE = 'application/vnd.oci.image.layer.v1.tar+gzip';

let app: TestApp;
let user: TestUser;
let project: TestProject;
let work: string;
beforeAll(async () => {
  app = await startApp();
  user = await aUser(app);
  project = await aProject(user.api, { visibility: 'private' });
  work = await mkdtemp(path.join(tmpdir(), 'slipway-skopeo-'));
});
afterAll(async () => {
  await app.close();
  await rm(work, { recursive: true, force: true });
});

const imageName = (rest = '') => `docker://${new URL(app.url).host}/${project.path_with_namespace}${rest}`;
const skopeo = (...args: string[]) => run('skopeo', ['--insecure-policy', '--tmpdir', work, ...args], { cwd: work });
const credentials = () => `${user.username}:${user.token}`;

/** An empty tar archive with one file of so many random bytes, compressed. */
function aLayer(size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write('data.bin');
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const padding = Buffer.alloc((512 - (size % 512)) % 512);
  return gzipSync(Buffer.concat([header, someBytes(size), padding, Buffer.alloc(1024)]));
}

/** Writes an OCI image layout directory with these manifests; the last one is what the tag names. */
async function writeLayout(directory: string, tag: string, manifests: readonly BuiltManifest[]): Promise<void> {
  await mkdir(path.join(directory, 'blobs/sha256'), { recursive: true });
  const put = (bytes: Buffer) => writeFile(path.join(directory, 'blobs/sha256', digestOf(bytes).slice(7)), bytes);
  for (const { bytes, blobs } of manifests) {
    await Promise.all([bytes, ...blobs].map(put));
  }
  const top = manifests.at(-1)!.descriptor;
  const entry = { ...top, annotations: { 'org.opencontainers.image.ref.name': tag } };
  await writeFile(path.join(directory, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  await writeFile(
    path.join(directory, 'index.json'),
    JSON.stringify({ schemaVersion: 2, mediaType: OCI_INDEX, manifests: [entry] }),
  );
}

function aLayeredImage(): BuiltManifest {
  const layers = [aLayer(300_000), aLayer(5_000), aLayer(1)];
  const typed = layers.map((layer) => ({ mediaType: LAYER_TYPE, digest: digestOf(layer), size: layer.length }));
  return anImage({ layers, created: '2024-05-06T07:08:09Z', fields: { layers: typed } });
}

const topDigest = async (directory: string): Promise<string> => {
  const index = JSON.parse(await readFile(path.join(directory, 'index.json'), 'utf8'));
  return index.manifests[0].digest;
};

describe('skopeo copy, login, list-tags and delete', () => {
  it('are installed', async () => {
    expect((await run('skopeo', ['--version'])).stdout).toMatch(/^skopeo version/);
  });

  it('copy an image of several layers in and out with equal digests', async () => {
    const image = aLayeredImage();
    await writeLayout(path.join(work, 'one'), 'v1', [image]);

    await skopeo(
      'copy',
      '--dest-tls-verify=false',
      '--dest-creds',
      credentials(),
      'oci:one:v1',
      `${imageName('/app')}:v1`,
    );
    await skopeo(
      'copy',
      '--src-tls-verify=false',
      '--src-creds',
      credentials(),
      `${imageName('/app')}:v1`,
      'oci:back:v1',
    );
    const inspected = await skopeo(
      'inspect',
      '--tls-verify=false',
      '--creds',
      credentials(),
      `${imageName('/app')}:v1`,
    );

    expect(await topDigest(path.join(work, 'back'))).toBe(image.digest);
    expect(JSON.parse(inspected.stdout)).toMatchObject({ Digest: image.digest, RepoTags: ['v1'] });
  });

  it('copy an index with all its images in and out with equal digests', async () => {
    const images = [aLayeredImage(), aLayeredImage()];
    const index = anIndex(images);
    await writeLayout(path.join(work, 'many'), 'multi', [...images, index]);

    await skopeo(
      'copy',
      '--all',
      '--preserve-digests',
      '--dest-tls-verify=false',
      '--dest-creds',
      credentials(),
      'oci:many:multi',
      `${imageName()}:multi`,
    );
    await skopeo(
      'copy',
      '--all',
      '--preserve-digests',
      '--src-tls-verify=false',
      '--src-creds',
      credentials(),
      `${imageName()}:multi`,
      'oci:back2:multi',
    );

    expect(await topDigest(path.join(work, 'back2'))).toBe(index.digest);
    for (const { bytes } of images) {
      expect(await readFile(path.join(work, 'back2/blobs/sha256', digestOf(bytes).slice(7)))).toEqual(bytes);
    }
  });

  it('copy between repositories, list tags and delete', async () => {
    const image = aLayeredImage();
    await writeLayout(path.join(work, 'two'), 'v2', [image]);
    await skopeo(
      'copy',
      '--dest-tls-verify=false',
      '--dest-creds',
      credentials(),
      'oci:two:v2',
      `${imageName('/from')}:v2`,
    );

    await skopeo(
      'copy',
      '--src-tls-verify=false',
      '--src-creds',
      credentials(),
      '--dest-tls-verify=false',
      '--dest-creds',
      credentials(),
      `${imageName('/from')}:v2`,
      `${imageName('/to')}:v2`,
    );
    const tags = await skopeo('list-tags', '--tls-verify=false', '--creds', credentials(), imageName('/to'));
    await skopeo('delete', '--tls-verify=false', '--creds', credentials(), `${imageName('/to')}:v2`);

    expect(JSON.parse(tags.stdout).Tags).toEqual(['v2']);
    await expect(
      skopeo('inspect', '--tls-verify=false', '--creds', credentials(), `${imageName('/to')}:v2`),
    ).rejects.toThrow(/manifest unknown/);
  });

  it('log in with a password and pull a public image without any', async () => {
    const open = await aProject(user.api, { visibility: 'public' });
    const image = aLayeredImage();
    await writeLayout(path.join(work, 'open'), 'v1', [image]);
    const target = `docker://${new URL(app.url).host}/${open.path_with_namespace}:v1`;

    await skopeo(
      'copy',
      '--dest-tls-verify=false',
      '--dest-creds',
      `${user.username}:${user.password}`,
      'oci:open:v1',
      target,
    );
    const raw = await skopeo('inspect', '--raw', '--no-creds', '--tls-verify=false', target);

    expect(digestOf(raw.stdout)).toBe(image.digest);
  });
});
