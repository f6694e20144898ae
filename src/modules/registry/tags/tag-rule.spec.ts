import { heldIn } from './tag-rule.js';

const rule = (tagPattern: string, repositoryPattern = '.*') => ({ id: 1, tagPattern, repositoryPattern });

describe('heldIn', () => {
  it('matches whole names only', () => {
    expect(heldIn([rule('v\\d+')], '')('v1')).toBe(true);
    expect(heldIn([rule('v\\d+')], '')('v1-rc')).toBe(false);
  });

  it('matches the repository too, whose name may be empty', () => {
    expect(heldIn([rule('.*', 'app')], 'app')('x')).toBe(true);
    expect(heldIn([rule('.*', 'app')], '')('x')).toBe(false);
  });

  it('is held by any one of several rules', () => {
    expect(heldIn([rule('a'), rule('b')], '')('b')).toBe(true);
    expect(heldIn([], '')('b')).toBe(false);
  });
});
