import { Readable } from 'node:stream';
import { aZip } from '../../../../test/builders/zips.js';
import { ArchiveError } from './archive-error.js';
import { readZip } from './read-zip.js';

const sourceOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
    Promise.resolve(Readable.from([bytes.subarray(start, end + 1)])),
});
const read = (bytes: Buffer) => readZip(sourceOf(bytes), { wants: (path) => path.endsWith('.nuspec'), maxBytes: 1000 });
const reasonOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'it was read',
    (error: unknown) => (error instanceof ArchiveError ? error.message : String(error)),
  );

describe('readZip', () => {
  it('answers the wanted files, deflated or stored', async () => {
    const archive = aZip([
      { name: 'a.nuspec', text: '<a/>' },
      { name: 'lib/', text: '' },
      { name: 'lib/b.nuspec', text: '<b/>', isStored: true },
      { name: 'lib/c.dll', text: 'x'.repeat(600_000) },
    ]);

    const files = await read(archive);

    expect(files.map(({ path, bytes }) => [path, bytes.toString()])).toEqual([
      ['a.nuspec', '<a/>'],
      ['lib/b.nuspec', '<b/>'],
    ]);
  });

  it.each(['../a.nuspec', '/a.nuspec', 'a/../../b.nuspec'])('refuses the path %s', async (name) => {
    expect(await reasonOf(read(aZip([{ name, text: 'x' }])))).toMatch(/^The archive/);
  });

  it('does not follow links', async () => {
    expect(await read(aZip([{ name: 'a.nuspec', text: '/etc/passwd', mode: 0o120777 }]))).toEqual([]);
  });

  it('refuses a wanted file that says it is too large, and one that lies about it', async () => {
    const text = 'x'.repeat(2000);

    expect(await reasonOf(read(aZip([{ name: 'a.nuspec', text }])))).toBe('a.nuspec is too large');
    expect(await reasonOf(read(aZip([{ name: 'a.nuspec', text, declaredSize: 10 }])))).toBe(
      'The archive is no zip file',
    );
  });

  it('refuses many entries, soon and without blocking others', async () => {
    const archive = aZip(Array.from({ length: 20_001 }, (_, n) => ({ name: `${n}`, text: '' })));
    const delays: number[] = [];
    let last = performance.now();
    const timer = setInterval(() => {
      delays.push(performance.now() - last);
      last = performance.now();
    }, 5);

    const reason = await reasonOf(read(archive));
    clearInterval(timer);

    expect(reason).toBe('The archive has too many entries');
    expect(Math.max(...delays)).toBeLessThan(1000);
  });

  it.each([
    ['fields', { extra: Buffer.alloc(4 * 101) }, { extra: Buffer.alloc(4 * 100) }],
    ['words', { comment: 'x'.repeat(4097) }, { comment: 'x'.repeat(4096) }],
  ])('refuses an entry with many %s about it', async (_what, many, few) => {
    expect(await reasonOf(read(aZip([{ name: 'a', text: '', ...many }])))).toBe('The archive has too many attributes');
    expect(await read(aZip([{ name: 'a.nuspec', text: 'x', ...few }]))).toHaveLength(1);
  });

  it('refuses an archive that says it expands to too much', async () => {
    const archive = aZip([{ name: 'a', text: 'x', declaredSize: 1_000_000_000 }]);

    expect(await reasonOf(read(archive))).toBe('The archive expands to too many bytes');
  });

  it('refuses what is no zip, and one that is cut off at any length', async () => {
    const whole = aZip([{ name: 'a.nuspec', text: '<a/>' }]);
    const cut = Array.from({ length: whole.length - 1 }, (_, length) => whole.subarray(0, length));

    const reasons = await Promise.all(cut.map((bytes) => reasonOf(read(bytes))));

    expect(new Set(reasons)).toEqual(new Set(['The archive is no zip file']));
  });

  it('throws what the store throws', async () => {
    const reading = readZip(
      { size: 100, read: () => Promise.reject(new Error('The disk is gone.')) },
      { wants: () => true, maxBytes: 1 },
    );

    await expect(reading).rejects.toThrow('The disk is gone.');
  });
});
