import type { Account } from '../../../core/access/caller.js';
import { Role } from '../../../core/access/role.js';
import type { ImagePath } from './image-path.js';
import { rightsAt } from './registry-rights.js';
import { abilitiesOf, ANONYMOUS, EVERY_ABILITY } from './registry-subject.js';
import type { DeployTokenSubject, RegistrySubject } from './registry-subject.js';

const anImagePath = (facts: Partial<ImagePath> = {}): ImagePath => ({
  projectId: 7,
  projectPath: 'g/p',
  repositoryName: '',
  repositoryId: null,
  isVisible: false,
  visibility: 'private',
  registryLevel: 'enabled',
  archived: false,
  groupIds: [1, 2],
  memberLevel: 0,
  ...facts,
});

const aUser = (facts: Partial<Account> = {}, scopes: readonly string[] = ['api']): RegistrySubject => ({
  kind: 'user',
  abilities: abilitiesOf(scopes),
  credential: null,
  account: {
    id: 1,
    username: 'ada',
    name: 'Ada',
    kind: 'human',
    isAdmin: false,
    isExternal: false,
    state: 'active',
    isConfirmed: true,
    ...facts,
  },
});

const aDeployToken = (facts: Partial<DeployTokenSubject> = {}): RegistrySubject => ({
  kind: 'deploy_token',
  id: 1,
  username: 'deploy',
  projectId: null,
  groupId: null,
  abilities: EVERY_ABILITY,
  ...facts,
});

const rights = (image: ImagePath, subject: RegistrySubject) => [...rightsAt(image, subject)].sort();

describe('rightsAt', () => {
  it.each([
    [Role.Guest, ['pull']],
    [Role.Developer, ['pull', 'push']],
    [Role.Maintainer, ['*', 'delete', 'pull', 'push']],
  ])('gives level %d %j', (memberLevel, expected) => {
    expect(rights(anImagePath({ memberLevel }), aUser())).toEqual(expected);
  });

  it('keeps to what the scopes of the token allow', () => {
    const image = anImagePath({ memberLevel: Role.Owner });

    expect(rights(image, aUser({}, ['write_registry']))).toEqual(['push']);
    expect(rights(image, aUser({}, ['read_registry', 'read_user']))).toEqual(['pull']);
    expect(rights(image, aUser({}, ['read_api']))).toEqual([]);
  });

  it('gives nobody more than pull in an archived project, and nothing where the registry is disabled', () => {
    const owner = anImagePath({ memberLevel: Role.Owner });

    expect(rights({ ...owner, archived: true }, aUser({ isAdmin: true }))).toEqual(['pull']);
    expect(rights({ ...owner, registryLevel: 'disabled' }, aUser({ isAdmin: true }))).toEqual([]);
  });

  it('gives nothing to an account that may not act', () => {
    const image = anImagePath({ memberLevel: Role.Owner });

    for (const facts of [{ state: 'blocked' }, { state: 'deactivated' }, { isConfirmed: false }] as const) {
      expect(rights(image, aUser(facts))).toEqual([]);
    }
  });

  it('lets bots and external users read internal images only as members', () => {
    const image = anImagePath({ visibility: 'internal' });

    expect(rights(image, aUser())).toEqual(['pull']);
    expect(rights(image, aUser({ kind: 'project_bot' }))).toEqual([]);
    expect(rights(image, aUser({ isExternal: true }))).toEqual([]);
    expect(rights({ ...image, memberLevel: Role.Guest }, aUser({ isExternal: true }))).toEqual(['pull']);
  });

  it('lets anonymous callers pull public, enabled images', () => {
    expect(rights(anImagePath({ visibility: 'public' }), ANONYMOUS)).toEqual(['pull']);
    expect(rights(anImagePath({ visibility: 'public', registryLevel: 'private' }), ANONYMOUS)).toEqual([]);
    expect(rights(anImagePath({ visibility: 'internal' }), ANONYMOUS)).toEqual([]);
  });

  it('lets a deploy token reach its project, or the projects below its group', () => {
    const abilities = abilitiesOf(['read_registry', 'write_registry']);

    expect(rights(anImagePath(), aDeployToken({ projectId: 7, abilities }))).toEqual(['pull', 'push']);
    expect(rights(anImagePath(), aDeployToken({ groupId: 2, abilities }))).toEqual(['pull', 'push']);
    expect(
      rights(anImagePath({ visibility: 'public' }), aDeployToken({ projectId: 8, groupId: 3, abilities })),
    ).toEqual([]);
  });
});
