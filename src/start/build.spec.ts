import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const file = './build.mjs';
const { isBuildStale, readInputs, vanishedOutputs } = (await import(file)) as {
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

  it('goes by contents, not by times', () => {
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

describe('vanishedOutputs', () => {
  it('names what a removed source left behind', () => {
    expect(vanishedOutputs(['a.ts', 'b/c.ts'], ['a.ts'])).toEqual(['b/c.js', 'b/c.js.map']);
  });
});
