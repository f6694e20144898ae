import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSmallFile, readSmallFileSync } from './small-file.js';

let directory: string;
let file: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'slipway-small-'));
  file = path.join(directory, 'file');
});
afterAll(() => rm(directory, { recursive: true }));

describe.each([
  ['readSmallFile', readSmallFile],
  ['readSmallFileSync', (name: string, most: number) => Promise.resolve(readSmallFileSync(name, most))],
])('%s', (_, read) => {
  it.each([0, 1, 8192, 8193, 20_000])('reads all %d bytes', async (length) => {
    const content = Buffer.alloc(length, 'abc');
    await writeFile(file, content);

    expect((await read(file, 20_000))?.equals(content)).toBe(true);
  });

  it.each([
    [41, 40],
    [20_001, 20_000],
  ])('answers null for %d bytes where %d are the most', async (length, most) => {
    await writeFile(file, Buffer.alloc(length));

    expect(await read(file, most)).toBeNull();
  });
});
