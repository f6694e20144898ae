import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRepository } from './new-repository.js';
import { newObject } from './pack.js';

const TREE = newObject('tree', Buffer.alloc(0));
const COMMIT = newObject(
  'commit',
  Buffer.from(`tree ${TREE.id}\nauthor A <a@example.com> 1 +0000\ncommitter A <a@example.com> 1 +0000\n\nFirst\n`),
);
const FIRST = { id: COMMIT.id, objects: [TREE, COMMIT] };

let root: string;
let directory: string;
let proof: { file: string; text: string };
const git = (...args: string[]): string =>
  execFileSync('git', [`--git-dir=${directory}`, ...args], { encoding: 'utf8' }).trim();

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'slipway-new-'));
  directory = path.join(root, 'aa', 'bb', 'project.git');
  proof = { file: path.join(root, '.storage-id'), text: 'abc' };
  writeFileSync(proof.file, 'abc\n');
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

describe('createRepository', () => {
  it('creates an empty repository that git accepts, with HEAD on the default branch', () => {
    expect(createRepository(directory, { proof, defaultBranch: 'main' })).toBe('created');

    expect(git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    expect(git('for-each-ref')).toBe('');
  });

  it('creates it with a first commit on the default branch, whose name may contain slashes', () => {
    createRepository(directory, { proof, defaultBranch: 'a/b', first: FIRST });

    expect(git('rev-parse', 'HEAD', 'refs/heads/a/b')).toBe(`${COMMIT.id}\n${COMMIT.id}`);
    expect(git('log', '--format=%s', 'a/b')).toBe('First');
    expect(() => git('fsck', '--strict')).not.toThrow();
  });

  it('leaves a repository that exists as it is, and no draft', () => {
    createRepository(directory, { proof, defaultBranch: 'main' });

    expect(createRepository(directory, { proof, defaultBranch: 'other', first: FIRST })).toBe('present');

    expect(git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    expect(readdirSync(path.dirname(directory))).toEqual(['project.git']);
  });

  it('throws for something else at its place, and leaves no draft', () => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(path.join(directory, 'other'), '');

    expect(() => createRepository(directory, { proof, defaultBranch: 'main', first: FIRST })).toThrow(
      /ENOTEMPTY|EEXIST/,
    );

    expect(readdirSync(path.dirname(directory))).toEqual(['project.git']);
    expect(readdirSync(directory)).toEqual(['other']);
  });

  it.each([undefined, 'another id'])('writes nothing where the disk is not the one that is meant (%s)', (text) => {
    const missing = { file: path.join(root, text === undefined ? 'none' : '.storage-id'), text: text ?? 'abc' };
    const note = { file: path.join(root, 'note'), text: 'noted' };

    expect(createRepository(directory, { proof: missing, note, defaultBranch: 'main' })).toBe('unreachable');

    expect(readdirSync(root)).toEqual(['.storage-id']);
  });

  it('writes the note before it fails', () => {
    const note = { file: path.join(root, 'note'), text: 'noted' };
    writeFileSync(path.join(root, 'aa'), 'in the way');

    expect(() => createRepository(directory, { proof, note, defaultBranch: 'main' })).toThrow();

    expect(readFileSync(note.file, 'utf8')).toBe('noted');
  });
});
