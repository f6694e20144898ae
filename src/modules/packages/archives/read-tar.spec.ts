import { Readable } from 'node:stream';
import { buffer as collect } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import tar from 'tar-stream';
import { ArchiveError } from './archive-error.js';
import type { ArchiveSearch } from './archive-search.js';
import { readTarGz } from './read-tar.js';
import { leastCpuMillis } from '../../../../test/fixtures/least-cpu.js';

const MANIFESTS: ArchiveSearch = { wants: (path) => path.endsWith('Chart.yaml'), maxBytes: 1000 };

const sourceOf = (bytes: Buffer) => ({ size: bytes.length, read: () => Promise.resolve(Readable.from([bytes])) });
const read = (bytes: Buffer, search = MANIFESTS) => readTarGz(sourceOf(bytes), search);
const reasonOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'it was read',
    (error: unknown) => (error instanceof ArchiveError ? error.message : String(error)),
  );

interface Entry {
  name: string;
  text?: string | Buffer;
  type?: 'file' | 'symlink';
  linkname?: string;
  pax?: object;
}

async function tarOf(entries: readonly Entry[]): Promise<Buffer> {
  const pack = tar.pack();
  const bytes = collect(pack);
  for (const { text = '', ...header } of entries) {
    pack.entry(header, text);
  }
  pack.finalize();
  return bytes;
}
const tarGzOf = async (entries: readonly Entry[]) => gzipSync(await tarOf(entries));

const attributes = (count: number): string =>
  Array.from({ length: count }, (_, index) => `15 k${String(index).padStart(7, '0')}=v\n`).join('');

/** A header of its own, in front of that of an entry. */
function headerOf(type: 'x' | 'g' | 'L', text: string): Buffer {
  const block = Buffer.alloc(512);
  block.write('header');
  block.write('0000644\0', 100);
  block.write(`${text.length.toString(8).padStart(11, '0')}\0`, 124);
  block.write(`        ${type}`, 148); // the checksum counts itself as spaces
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([block, Buffer.from(text.padEnd(Math.ceil(text.length / 512) * 512, '\0'))]);
}

describe('readTarGz', () => {
  it('answers the wanted files in their order', async () => {
    const archive = await tarGzOf([
      { name: './app/Chart.yaml', text: 'name: app' },
      { name: 'app/values.yaml', text: 'x'.repeat(300_000) },
      { name: 'app/charts/db/Chart.yaml', text: 'name: db' },
    ]);

    const files = await read(archive);

    expect(files.map(({ path, bytes }) => [path, bytes.toString()])).toEqual([
      ['app/Chart.yaml', 'name: app'],
      ['app/charts/db/Chart.yaml', 'name: db'],
    ]);
  });

  it('reads the oldest format, whose headers have no magic', async () => {
    const bytes = await tarOf([{ name: 'app/Chart.yaml', text: 'name: app' }]);
    bytes.fill(0, 257, 265);
    bytes.write('        ', 148); // the checksum counts itself as spaces
    const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);

    expect((await read(gzipSync(bytes))).map(({ path }) => path)).toEqual(['app/Chart.yaml']);
  });

  it.each(['../Chart.yaml', '/etc/Chart.yaml', 'a/../../Chart.yaml', 'C:\\Chart.yaml', 'a\\..\\Chart.yaml'])(
    'refuses the path %s',
    async (name) => {
      expect(await reasonOf(read(await tarGzOf([{ name, text: 'x' }])))).toBe(
        'The archive has a path that leads out of it',
      );
    },
  );

  it('refuses a path of many folders', async () => {
    const archive = await tarGzOf([{ name: `${'a/'.repeat(70)}Chart.yaml`, text: 'x' }]);

    expect(await reasonOf(read(archive))).toBe('The archive has a path that is too long');
  });

  it('does not follow links', async () => {
    const archive = await tarGzOf([{ name: 'app/Chart.yaml', type: 'symlink', linkname: '/etc/passwd' }]);

    expect(await read(archive)).toEqual([]);
  });

  it('refuses a wanted file that is too large, without reading it', async () => {
    expect(await reasonOf(read(await tarGzOf([{ name: 'Chart.yaml', text: 'x'.repeat(1001) }])))).toBe(
      'Chart.yaml is too large',
    );
  });

  it('refuses many wanted files and many entries', async () => {
    const many = (count: number, name: string) => Array.from({ length: count }, (_, n) => ({ name: `${n}/${name}` }));

    expect(await reasonOf(read(await tarGzOf(many(17, 'Chart.yaml'))))).toBe('The archive has too many manifests');
    expect(await reasonOf(read(await tarGzOf(many(20_001, 'a'))))).toBe('The archive has too many entries');
  });

  it('refuses attributes that would be copied to each entry', async () => {
    const pax = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, 'v']));

    expect(await reasonOf(read(await tarGzOf([{ name: 'a', pax }])))).toBe('The archive has too many attributes');
  });

  it.each([
    ['x', 'many attributes', attributes(60_000)],
    ['g', 'many attributes of all entries', attributes(60_000)],
    ['g', 'attributes that do not end their lines', '8 aa=bb;'.repeat(2000)],
    ['L', 'a name of many letters', 'a'.repeat(100_000)],
  ] as const)('refuses a header %j of %s before it is read', async (type, _name, header) => {
    const archive = gzipSync(Buffer.concat([headerOf(type, header), await tarOf([{ name: 'app/Chart.yaml' }])]));

    expect(await reasonOf(read(archive))).toBe('The archive has too many attributes');
  });

  it('reads attributes and long names', async () => {
    const name = `app/${'a'.repeat(150)}/Chart.yaml`;
    const parts = [headerOf('g', attributes(50)), headerOf('x', attributes(40)), headerOf('L', `${name}\0`)];
    const archive = gzipSync(Buffer.concat([...parts, await tarOf([{ name: 'app/x', text: 'name: app' }])]));

    expect((await read(archive)).map(({ path }) => path)).toEqual([name]);
  });

  it('refuses headers without an end', async () => {
    const many = Buffer.concat(Array.from({ length: 60_001 }, () => headerOf('x', '8 a=bbb\n')));

    expect(await reasonOf(read(gzipSync(many, { level: 1 })))).toMatch(/^The archive (has|expands)/);
  });

  it('refuses a bomb within seconds of computing and in constant memory', async () => {
    const bomb = Buffer.concat([
      await tarGzOf([{ name: 'Chart.yaml', text: 'x' }]),
      gzipSync(Buffer.alloc(200_000_000)),
    ]);
    const before = process.memoryUsage().rss;

    const least = await leastCpuMillis(async () => {
      expect(await reasonOf(read(bomb))).toBe('The archive expands to too many bytes');
    });

    expect(least).toBeLessThan(3000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it.each([
    ['no gzip', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['no tar', gzipSync('x'.repeat(2000))],
  ])('refuses %s', async (_what, bytes) => {
    expect(await reasonOf(read(bytes))).toBe('The archive is no gzipped tar file');
  });

  it('refuses an archive that is cut off, at every length', async () => {
    const whole = await tarGzOf([{ name: 'Chart.yaml', text: 'name: app' }]);
    const lengths = Array.from({ length: whole.length - 1 }, (_, length) => length);

    const reasons = await Promise.all(lengths.map((length) => reasonOf(read(whole.subarray(0, length)))));

    expect(new Set(reasons)).toEqual(new Set(['The archive is no gzipped tar file']));
  });

  it('throws what the store throws', async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error('The disk is gone.'));
      },
    });

    await expect(readTarGz({ size: 100, read: () => Promise.resolve(broken) }, MANIFESTS)).rejects.toThrow(
      'The disk is gone.',
    );
  });
});
