import { invalidValues } from './generic-names.js';

const pathWith = (values: object) => ({ package_name: 'tool', package_version: '1.0', file_name: 'a.zip', ...values });

describe('invalidValues', () => {
  it.each([
    { package_name: 'my_tool-1.x+y~z@w' },
    { package_version: '1' },
    { package_version: '2.0.0-rc.1+build' },
    { file_name: '.hidden' },
    { file_name: '...' },
    { file_name: 'x'.repeat(255) },
  ])('admits %j', (values) => {
    expect(invalidValues(pathWith(values))).toEqual([]);
  });

  it.each([
    { package_name: '.' },
    { package_name: '' },
    { package_name: 'a/b' },
    { package_version: '.1' },
    { package_version: '1~2' },
    { package_version: `1${'0'.repeat(255)}` },
    { file_name: '..' },
    { file_name: 'a\\b' },
    { file_name: 'a\nb' },
    { file_name: 'a\n' },
    { file_name: 'a\0' },
    { file_name: 'ä' },
    { file_name: 'x'.repeat(256) },
  ])('refuses %j', (values) => {
    expect(invalidValues(pathWith(values))).toEqual(Object.keys(values));
  });
});
