import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeLoose } from './loose-writes.js';
import { isNearAncestor } from './near-ancestor.js';
import { newObject } from './pack.js';

let objects: string;
beforeEach(async () => {
  objects = await mkdtemp(path.join(tmpdir(), 'slipway-ancestors-'));
});
afterEach(() => rm(objects, { recursive: true }));

function aCommit(parents: readonly string[], folder = objects): string {
  const signature = 'A <a@example.com> 1700000000 +0000';
  const lines = parents.map((id) => `parent ${id}\n`).join('');
  const text = `tree ${'4'.repeat(40)}\n${lines}author ${signature}\ncommitter ${signature}\n\nx`;
  const commit = newObject('commit', Buffer.from(text));
  writeLoose(folder, commit);
  return commit.id;
}

function aLine(length: number, from: string): string {
  let last = from;
  for (let at = 0; at < length; at += 1) {
    last = aCommit([last]);
  }
  return last;
}

describe('isNearAncestor', () => {
  it('finds a parent, and one behind a merge', async () => {
    const [first, other] = ['1'.repeat(40), aCommit(['2'.repeat(40)])];

    expect(await isNearAncestor([objects], first, aCommit([first]))).toBe(true);
    expect(await isNearAncestor([objects], first, aCommit([other, aLine(3, first)]))).toBe(true);
  });

  it('looks into each directory', async () => {
    const quarantine = path.join(objects, 'incoming');
    await mkdir(quarantine);
    const first = '1'.repeat(40);

    expect(await isNearAncestor([quarantine, objects], first, aCommit([aLine(2, first)], quarantine))).toBe(true);
  });

  it('leaves to git what is far, not there, or no descendant', async () => {
    const [first, last] = ['1'.repeat(40), aCommit([])];

    expect(await isNearAncestor([objects], first, aLine(30, first))).toBeNull();
    expect(await isNearAncestor([objects], first, '3'.repeat(40))).toBeNull();
    expect(await isNearAncestor([objects], first, last)).toBeNull();
  });
});
