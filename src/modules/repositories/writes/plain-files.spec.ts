import { newObject } from '../../../platform/git/pack.js';
import { isPlainCommit, isPlainFile } from './plain-files.js';

const aFile = (path: string, mode = '100644') => ({
  path,
  before: null,
  after: { mode, type: 'blob' as const, id: 'a'.repeat(40) },
});

describe('isPlainFile', () => {
  it.each(['README.md', 'src/a b/[x]^`{y}.ts', '.gitignore', '.github/x.yml', 'a/.gitkeep', 'agit', '.mailmap'])(
    'lets %s be written without a check',
    (path) => {
      expect(isPlainFile(aFile(path))).toBe(true);
    },
  );

  it.each([
    '.gitmodules',
    'a/.GitModules',
    '.gitmodules . ',
    '.gitattributes',
    '.git',
    'GITMOD~1',
    'a~',
    'a:b',
    'a\\b',
    '.git\u200cmodules',
    'é',
    'tab\there',
  ])('has git check %s', (path) => {
    expect(isPlainFile(aFile(path))).toBe(false);
  });

  it('has git check a symbolic link, and nothing that is taken away', () => {
    expect(isPlainFile(aFile('link', '120000'))).toBe(false);
    expect(isPlainFile({ ...aFile('.gitmodules'), after: null })).toBe(true);
  });
});

describe('isPlainCommit', () => {
  it('has git check a message that holds NUL', () => {
    expect(isPlainCommit(newObject('commit', Buffer.from('a\0b')))).toBe(false);
    expect(isPlainCommit(newObject('commit', Buffer.from('ab')))).toBe(true);
    expect(isPlainCommit(newObject('blob', Buffer.from('a\0b')))).toBe(true);
  });
});
