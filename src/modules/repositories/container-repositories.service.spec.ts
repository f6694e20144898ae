import { ContainerRepositoriesService } from './container-repositories.service.js';
import type { StoragesService } from './storages/storages.service.js';

type Others =
  ConstructorParameters<typeof ContainerRepositoriesService> extends [unknown, ...infer Rest] ? Rest : never;

const aService = (storages: Pick<StoragesService, 'names' | 'pick'>) =>
  new ContainerRepositoriesService(storages as StoragesService, ...([] as unknown as Others));

describe('ContainerRepositoriesService.chooseStorage', () => {
  const service = aService({ names: ['default', 'second'], pick: () => Promise.resolve('default') });

  it('answers the storage that an administrator names, and picks one for others', async () => {
    expect(await service.chooseStorage('second', { isAdmin: true })).toBe('second');
    expect(await service.chooseStorage('second', { isAdmin: false })).toBe('default');
    expect(await service.chooseStorage(undefined, { isAdmin: true })).toBe('default');
  });

  it('rejects an unknown name, and does not throw before the steps beside it can be awaited', async () => {
    const chosen = service.chooseStorage('elsewhere', { isAdmin: true });

    await expect(chosen).rejects.toMatchObject({
      status: 400,
      body: { message: { repository_storage: ['is not included in the list'] } },
    });
  });
});
