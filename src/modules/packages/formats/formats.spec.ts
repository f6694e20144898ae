import { readdirSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_TYPES } from '../package-types.js';
import { PACKAGE_FORMATS } from './index.js';

const folders = readdirSync(path.resolve('src/modules/packages/formats'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe('PACKAGE_FORMATS', () => {
  it('has the module of every folder', () => {
    expect(PACKAGE_FORMATS.map(({ name }) => name).toSorted()).toEqual(folders.map(moduleOf).toSorted());
  });

  it('has folders that are called as types of packages are', () => {
    expect(folders.filter((name) => !PACKAGE_TYPES.some((type) => type === name.replaceAll('-', '_')))).toEqual([]);
  });
});

const moduleOf = (folder: string): string =>
  `${folder.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Module`;
