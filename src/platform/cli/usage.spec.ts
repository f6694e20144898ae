import { programName, readArguments, readOptions, readWords } from './usage.js';

const said = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
};

describe('readOptions', () => {
  const options = { force: { type: 'boolean' }, grace: { type: 'string' } } as const;

  it('answers what was given', () => {
    expect(readOptions('gc', ['--force'], options)).toEqual({ force: true });
  });

  it.each([
    [['--nonsense'], "Unknown option '--nonsense'.\nUsage: npm run cli -- gc"],
    [['word'], "Unexpected argument 'word'.\nUsage: npm run cli -- gc"],
    [['--grace'], "Option '--grace <value>' argument missing.\nUsage: npm run cli -- gc"],
  ])('names what is wrong with %j', (args, message) => {
    expect(said(() => readOptions('gc', args, options))).toBe(message);
  });
});

describe('readWords', () => {
  it.each([
    [['folder'], ['folder']],
    [[], 'Usage: npm run cli -- backup <folder>'],
    [['a', 'b'], "Unexpected argument 'b'.\nUsage: npm run cli -- backup <folder>"],
    [['--all'], "Unknown option '--all'.\nUsage: npm run cli -- backup <folder>"],
  ])('reads %j', (args, outcome) => {
    expect(said(() => readWords('backup <folder>', args, 1))).toEqual(outcome);
  });
});

describe('readArguments', () => {
  const rules = { words: [1, 2], options: { to: { type: 'string' } } } as const;

  it('answers words and options in any order', () => {
    expect(readArguments('move <id>', ['7', '--to', 'second', '8'], rules)).toEqual({
      values: { to: 'second' },
      words: ['7', '8'],
    });
  });

  it.each([
    [[], 'Usage: npm run cli -- move <id>'],
    [['1', '2', '3'], "Unexpected argument '3'.\nUsage: npm run cli -- move <id>"],
    [['1', '--nonsense'], "Unknown option '--nonsense'.\nUsage: npm run cli -- move <id>"],
  ])('names what is wrong with %j', (args, message) => {
    expect(said(() => readArguments('move <id>', args, rules))).toBe(message);
  });
});

describe('programName', () => {
  it('is the name under which the program was called', () => {
    expect(programName('/usr/local/bin/slipway')).toBe('slipway');
    expect(programName('/app/dist/program/cli.js')).toBe('npm run cli --');
  });
});
