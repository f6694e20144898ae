import { relativePathOf } from './repository-paths.js';

const ONE = '6b/86/6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b';

describe('relativePathOf', () => {
  it('is made of the id of the container alone', () => {
    expect(relativePathOf({ projectId: 1 }, 'code')).toBe(`@hashed/${ONE}.git`);
    expect(relativePathOf({ projectId: 1 }, 'wiki')).toBe(`@hashed/${ONE}.wiki.git`);
    expect(relativePathOf({ groupId: 1 }, 'wiki')).toBe(`@groups/${ONE}.wiki.git`);
    expect(relativePathOf({ snippetId: 1 }, 'snippet')).toBe(`@snippets/${ONE}.git`);
  });
});
