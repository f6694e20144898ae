import { allows, PACKAGE_RIGHTS } from './package-rights.js';
import type { SeenProject } from './package-rights.js';

const rightsOf = (project: SeenProject, isAdmin = false) =>
  PACKAGE_RIGHTS.filter((right) => allows(project, isAdmin, right));

describe('allows', () => {
  it.each([
    ['public', 0, ['read']],
    ['public', 10, ['read']],
    ['public', 30, ['read', 'publish']],
    ['public', 40, ['read', 'publish', 'delete']],
    ['internal', 0, ['read']],
    ['internal', 10, ['read']],
    ['private', 10, []],
    ['private', 20, ['read']],
    ['private', 30, ['read', 'publish']],
    ['private', 50, ['read', 'publish', 'delete']],
  ] as const)('%s project, level %i: %j', (visibility, level, rights) => {
    expect(rightsOf({ visibility, level })).toEqual(rights);
  });

  it('gives administrators every right', () => {
    expect(rightsOf({ visibility: 'private', level: 0 }, true)).toEqual(PACKAGE_RIGHTS);
  });
});
