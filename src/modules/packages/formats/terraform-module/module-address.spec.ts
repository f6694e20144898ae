import { inOrder, invalidNames, newestOf } from './module-address.js';

const path = (values: object) => ({ name: 'vpc', system: 'aws', version: '1.0.0', ...values });

describe('invalidNames', () => {
  it.each([{ name: 'my-vpc_1' }, { system: 'google-beta' }, { version: '1.0.0-rc.1+build' }])('admits %j', (values) => {
    expect(invalidNames(path(values))).toEqual([]);
  });

  it.each([
    { name: '' },
    { name: '-a' },
    { name: 'a/b' },
    { name: '..' },
    { name: 'a'.repeat(65) },
    { system: 'AWS' },
    { version: 'v1.0.0' },
    { version: '1.0' },
    { version: '1.0.0 ' },
  ])('refuses %j', (values) => {
    expect(invalidNames(path(values))).toEqual(Object.keys(values));
  });
});

describe('newestOf', () => {
  it('prefers releases', async () => {
    expect(newestOf(await inOrder(['1.10.0', '2.0.0-rc.1', '1.9.0']))).toBe('1.10.0');
    expect(newestOf(await inOrder(['1.0.0-b', '1.0.0-a']))).toBe('1.0.0-b');
    expect(newestOf([])).toBeUndefined();
  });
});
