import { jest } from '@jest/globals';
import type { Contributions } from '../../../platform/contributions/contributions.js';
import type { RepositoryReadsService } from '../reads/repository-reads.service.js';
import type { RepositoriesService } from '../storages/repositories.service.js';
import { CommitFollowersService } from './commit-followers.service.js';
import type { PushedProject } from './push-facts.repository.js';
import type { OwnCommit, Push } from './push.js';

const project = {} as PushedProject;
const ownPush = { ownCommit: {} as OwnCommit } as Push;

function serviceWith(follows: () => Promise<boolean>, others: readonly boolean[] = []): CommitFollowersService {
  const followers = [{ follows }, ...others.map((other) => ({ follows: () => Promise.resolve(other) }))];
  return new CommitFollowersService(
    { to: () => followers } as unknown as Contributions,
    { directoryOf: () => ({}) } as unknown as RepositoriesService,
    { openLeased: (_: unknown, work: (session: unknown) => unknown) => work({}) } as unknown as RepositoryReadsService,
  );
}

describe('CommitFollowersService', () => {
  it.each([
    [[false, false], false],
    [[false, true], true],
  ])('asks all followers about a commit of the service: %j', async ([first, second], expected) => {
    const service = serviceWith(() => Promise.resolve(first ?? false), [second ?? false]);

    expect(await service.isFollowed(ownPush, project)).toBe(expected);
  });

  it('takes a commit that cannot be read now as followed', async () => {
    const service = serviceWith(() => Promise.reject(new Error('the storage is away')));

    expect(await service.isFollowed(ownPush, project)).toBe(true);
  });

  it('reads nothing for a push of a client', async () => {
    const follows = jest.fn(() => Promise.resolve(false));

    expect(await serviceWith(follows).isFollowed({} as Push, project)).toBe(true);
    expect(follows).not.toHaveBeenCalled();
  });
});
