import { isHeld } from './tag-rule.js';

const rule = (tagPattern: string, repositoryPattern = '.*') => ({ id: 1, tagPattern, repositoryPattern });

describe('isHeld', () => {
  it('matches whole names only', () => {
    expect(isHeld([rule('v\\d+')], '', 'v1')).toBe(true);
    expect(isHeld([rule('v\\d+')], '', 'v1-rc')).toBe(false);
  });

  it('matches the repository too, whose name may be empty', () => {
    expect(isHeld([rule('.*', 'app')], 'app', 'x')).toBe(true);
    expect(isHeld([rule('.*', 'app')], '', 'x')).toBe(false);
  });

  it('is held by any one of several rules', () => {
    expect(isHeld([rule('a'), rule('b')], '', 'b')).toBe(true);
    expect(isHeld([], '', 'b')).toBe(false);
  });
});
