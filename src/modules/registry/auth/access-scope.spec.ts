import { readScopes } from './access-scope.js';

describe('readScopes', () => {
  it('reads repeated values and several in one, in the order asked', () => {
    expect(readScopes(['repository:g/app:push,pull repository:g/b:delete', 'registry:catalog:*'])).toEqual([
      { type: 'repository', name: 'g/app', actions: ['push', 'pull'] },
      { type: 'repository', name: 'g/b', actions: ['delete'] },
      { type: 'registry', name: 'catalog', actions: ['*'] },
    ]);
  });

  it('splits from the right, so that a name may hold a host with port, and lowers its case', () => {
    expect(readScopes(['repository:localhost:5000/G/App:pull'])).toEqual([
      { type: 'repository', name: 'localhost:5000/g/app', actions: ['pull'] },
    ]);
  });

  it('keeps each known action once and no unknown one', () => {
    expect(readScopes(['repository:g/a:pull,fly,pull,*'])).toEqual([
      { type: 'repository', name: 'g/a', actions: ['pull', '*'] },
    ]);
  });

  it.each([
    '',
    ' ',
    'repository',
    'repository:a',
    'plugin:a/b:pull',
    'repository(plugin):a/b:pull',
    'registry:catalog:pull',
    'registry:catalog:*,pull',
    'registry:other:*',
  ])('leaves %j out', (text) => {
    expect(readScopes([text])).toEqual([]);
  });
});
