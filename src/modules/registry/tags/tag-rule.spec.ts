import { heldAmong } from './tag-rule.js';

const rule = (tagPattern: string, repositoryPattern = '.*') => ({ id: 1, tagPattern, repositoryPattern });

describe('heldAmong', () => {
  it('matches whole names only', async () => {
    expect([...(await heldAmong([rule('v\\d+')], '', ['v1', 'v1-rc']))]).toEqual(['v1']);
  });

  it('matches the repository too, whose name may be empty', async () => {
    expect([...(await heldAmong([rule('.*', 'app')], 'app', ['x']))]).toEqual(['x']);
    expect([...(await heldAmong([rule('.*', 'app')], '', ['x']))]).toEqual([]);
  });

  it('is held by any one of several rules', async () => {
    expect([...(await heldAmong([rule('a'), rule('b')], '', ['b', 'c']))]).toEqual(['b']);
    expect([...(await heldAmong([], '', ['b']))]).toEqual([]);
  });

  it('is held by a rule that cannot be read any more', async () => {
    expect([...(await heldAmong([rule('(a?){1000}')], '', ['b']))]).toEqual(['b']);
  });

  it('serves others while many hard rules are read and matched', async () => {
    const rules = Array.from({ length: 10 }, (_, number) => rule(`((a?){0,15}){0,15}${number}`));
    let others = 0;
    const timer = setInterval(() => (others += 1), 1);

    await heldAmong(rules, '', ['a'.repeat(100)]);
    clearInterval(timer);

    expect(others).toBeGreaterThan(1);
  });
});
