import { isImageName, projectPathsOf } from './image-name.js';

const HOST = 'registry.example:5000';

describe('isImageName', () => {
  it.each(['a', 'group/app', 'a/b/c/d', 'a.b/c_d/e__f/g-h/i---j', '0/9'])('takes %j', (name) => {
    expect(isImageName(name, HOST)).toBe(true);
  });

  it.each([
    '',
    '/',
    'A',
    'a/',
    '/a',
    'a//b',
    'a..b',
    'a___b',
    '-a',
    'a-',
    'a_',
    'a b',
    'a/B',
    'ä',
    'a:b',
    '../a',
    'a._b',
  ])('refuses %j', (name) => {
    expect(isImageName(name, HOST)).toBe(false);
  });

  it('counts 255 characters with the host and its slash', () => {
    const longest = 'a'.repeat(255 - HOST.length - 1);

    expect(isImageName(longest, HOST)).toBe(true);
    expect(isImageName(`${longest}a`, HOST)).toBe(false);
  });

  it('is quick about names that nearly fit', () => {
    const started = performance.now();

    expect(isImageName(`${'a-'.repeat(110)}!`, HOST)).toBe(false);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('projectPathsOf', () => {
  it('tries the whole name, then one and two segments less', () => {
    expect(projectPathsOf('a/b/c/d/e')).toEqual(['a/b/c/d/e', 'a/b/c/d', 'a/b/c']);
    expect(projectPathsOf('a/b/c')).toEqual(['a/b/c', 'a/b']);
  });

  it('finds no project in a single segment', () => {
    expect(projectPathsOf('a')).toEqual([]);
  });
});
