import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const file = './build.mjs';
const { buildIfStale, copyAssets, isBuildStale, readInputs, vanishedOutputs } = (await import(file)) as {
  readonly buildIfStale: (root: string, say: (sentence: string) => void) => Promise<void>;
  readonly copyAssets: (root: string) => void;
  readonly isBuildStale: (root: string) => boolean;
  readonly readInputs: (root: string) => { digest: string; sources: string[] };
  readonly vanishedOutputs: (before: string[], now: string[]) => string[];
};

let root: string;

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
}

function pretendBuilt(): void {
  write('dist/.built', JSON.stringify(readInputs(root)));
  write('dist/main.js', '');
  write('dist/main.js.map', '');
  ['main', 'cli', 'worker', 'list-commands'].forEach((name) => {
    write(`dist/program/${name}.js`, '');
  });
  write('dist/commands.txt', '');
}

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'slipway-build-'));
  write('tsconfig.json', '{}');
  write('package-lock.json', '{}');
  write('src/main.ts', 'one');
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

describe('isBuildStale', () => {
  it('is true before the first build', () => {
    expect(isBuildStale(root)).toBe(true);
  });

  it('compares contents, not times', () => {
    pretendBuilt();
    utimesSync(path.join(root, 'src/main.ts'), new Date(), new Date());
    expect(isBuildStale(root)).toBe(false);

    write('src/main.ts', 'two');
    utimesSync(path.join(root, 'src/main.ts'), 0, 0);
    expect(isBuildStale(root)).toBe(true);
  });

  it('does not mind tests', () => {
    pretendBuilt();
    write('src/main.spec.ts', 'test');

    expect(isBuildStale(root)).toBe(false);
  });

  it('is true when an output was removed', () => {
    pretendBuilt();
    rmSync(path.join(root, 'dist/main.js'));

    expect(isBuildStale(root)).toBe(true);
  });
});

describe('buildIfStale', () => {
  it('leaves no stamp of the build before when it ends half-way, even if the sources are put back', async () => {
    pretendBuilt();
    write('src/main.ts', 'two');
    await expect(buildIfStale(root, () => undefined)).rejects.toThrow('The sources do not compile.');

    write('src/main.ts', 'one');

    expect(isBuildStale(root)).toBe(true);
  });
});

describe('copyAssets', () => {
  it('brings pictures into the build, which is stale when one changes or is gone', () => {
    write('src/pictures/disc.png', 'one');
    expect(isBuildStale(root)).toBe(true);

    pretendBuilt();
    copyAssets(root);
    expect(readFileSync(path.join(root, 'dist/pictures/disc.png'), 'utf8')).toBe('one');
    expect(isBuildStale(root)).toBe(false);

    write('src/pictures/disc.png', 'two');
    expect(isBuildStale(root)).toBe(true);
    pretendBuilt();
    rmSync(path.join(root, 'dist/pictures/disc.png'));
    expect(isBuildStale(root)).toBe(true);
  });
});

describe('vanishedOutputs', () => {
  it('names what a removed source left behind', () => {
    const before = ['a.ts', 'b/c.ts', 'd.png', 'e.png'];

    expect(vanishedOutputs(before, ['a.ts', 'e.png'])).toEqual(['b/c.js', 'b/c.js.map', 'd.png']);
  });
});
