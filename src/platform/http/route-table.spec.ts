import { RouteTable } from './route-table.js';

function tableOf(...routes: string[]): RouteTable<string> {
  const table = new RouteTable<string>();
  for (const route of routes) {
    const [verb = '', pattern = ''] = route.split(' ');
    table.add(verb, pattern, route);
  }
  return table;
}

const TABLE = tableOf(
  'GET /users',
  'POST /users',
  'GET /users/:user_id',
  'PUT /users/:user_id',
  'GET /users/me',
  'GET /projects/:id',
  'GET /projects/:id/tags/:tag_name',
  'GET /projects/:id/members/all',
  'GET /projects/:id/members/:user_id',
  'POST /projects/user/:user_id',
  'POST /projects/:id/archive',
  'GET /v2/*name/blobs/:digest',
  'ALL /any',
);
const find = (verb: string, path: string) => {
  const found = TABLE.lookup(verb, path);
  return found.kind === 'found' ? [found.match.handler, found.match.params] : found;
};

describe('RouteTable', () => {
  it('finds fixed words, integers and text, in this order', () => {
    expect(find('GET', '/users')).toEqual(['GET /users', {}]);
    expect(find('GET', '/users/me')).toEqual(['GET /users/me', {}]);
    expect(find('GET', '/users/7')).toEqual(['GET /users/:user_id', { user_id: '7' }]);
    expect(find('GET', '/projects/7')).toEqual(['GET /projects/:id', { id: '7' }]);
    expect(find('GET', '/projects/1/members/all')).toEqual(['GET /projects/:id/members/all', { id: '1' }]);
    expect(find('POST', '/projects/user/5')).toEqual(['POST /projects/user/:user_id', { user_id: '5' }]);
    expect(find('POST', '/projects/user/archive')).toEqual(['POST /projects/:id/archive', { id: 'user' }]);
  });

  it('keeps encoded slashes inside a segment and leaves the parameters encoded', () => {
    expect(find('GET', '/projects/a%2Fb')).toEqual(['GET /projects/:id', { id: 'a%2Fb' }]);
    expect(find('GET', '/projects/a/b')).toEqual({ kind: 'unknown' });
  });

  it('takes digits only for parameters called *_id', () => {
    for (const id of ['abc', '-1', '1.5', '%31']) {
      expect(find('GET', `/users/${id}`)).toEqual({ kind: 'unknown' });
    }
  });

  it('ignores one slash at the end', () => {
    expect(find('GET', '/users/')).toEqual(['GET /users', {}]);
    expect(find('GET', '/users//')).toEqual({ kind: 'unknown' });
  });

  it('ignores .json after a fixed word or an integer, never after free text', () => {
    expect(find('GET', '/users.json')).toEqual(['GET /users', {}]);
    expect(find('GET', '/users/7.json')).toEqual(['GET /users/:user_id', { user_id: '7' }]);
    expect(find('GET', '/projects/7.json')).toEqual(['GET /projects/:id', { id: '7' }]);
    expect(find('GET', '/projects/a%2Fb.json')).toEqual(['GET /projects/:id', { id: 'a%2Fb.json' }]);
    expect(find('GET', '/projects/1/tags/7.json')).toEqual([
      'GET /projects/:id/tags/:tag_name',
      { id: '1', tag_name: '7.json' },
    ]);
    expect(find('GET', '/v2/a/blobs/7.json')).toEqual(['GET /v2/*name/blobs/:digest', { name: 'a', digest: '7.json' }]);
  });

  it('ignores .json after a parameter that may be certain words only', () => {
    const table = tableOf('GET /kinds/:slug', 'GET /kinds/:slug/test', 'GET /texts/:text');
    table.limit('slug', (value) => value === 'chat');

    expect(table.lookup('GET', '/kinds/chat.json')).toMatchObject({ match: { params: { slug: 'chat' } } });
    expect(table.lookup('GET', '/kinds/mail.json')).toMatchObject({ match: { params: { slug: 'mail.json' } } });
    expect(table.lookup('GET', '/kinds/mail/test.json')).toMatchObject({ match: { params: { slug: 'mail' } } });
    expect(table.lookup('GET', '/texts/chat.json')).toMatchObject({ match: { params: { text: 'chat.json' } } });
  });

  it('knows no path whose parameter holds what it may not, for no verb', () => {
    const table = tableOf('GET /tags/:plain', 'GET /tags/:plain/restore', 'GET /branches/:branch');
    table.confine('plain', (value) => !value.includes('%'));

    expect(table.lookup('GET', '/tags/a%2Fb')).toEqual({ kind: 'unknown' });
    expect(table.lookup('PUT', '/tags/a%2Fb')).toEqual({ kind: 'unknown' });
    expect(table.lookup('GET', '/tags/a%2Fb/restore')).toEqual({ kind: 'unknown' });
    expect(table.lookup('GET', '/tags/1.json')).toMatchObject({ match: { params: { plain: '1.json' } } });
    expect(table.lookup('GET', '/branches/a%2Fb')).toMatchObject({ kind: 'found' });
  });

  it('names the verbs of a known path, HEAD beside GET', () => {
    expect(find('DELETE', '/users')).toEqual({ kind: 'other-verb', allowed: ['GET', 'HEAD', 'POST'] });
    expect(find('GET', '/projects/1/archive')).toEqual({ kind: 'other-verb', allowed: ['POST'] });
    expect(find('HEAD', '/users/7')).toEqual(['GET /users/:user_id', { user_id: '7' }]);
    expect(find('HEAD', '/projects/1/archive')).toEqual({ kind: 'other-verb', allowed: ['POST'] });
    expect(find('PROPFIND', '/any')).toEqual(['ALL /any', {}]);
  });

  it('lets one parameter span segments', () => {
    expect(find('GET', '/v2/a/b/c/blobs/x')).toEqual(['GET /v2/*name/blobs/:digest', { name: 'a/b/c', digest: 'x' }]);
    expect(find('GET', '/v2/a/blobs/x/y')).toEqual({ kind: 'unknown' });
  });

  it('tries patterns that span segments in the order they were declared', () => {
    const table = tableOf(
      'GET /v2/*name/blobs/uploads',
      'GET /v2/*name/blobs/:digest',
      'GET /v2/*name/manifests/:reference',
    );
    const params = (path: string) => {
      const found = table.lookup('GET', path);
      return found.kind === 'found' ? [found.match.pattern, found.match.params] : found.kind;
    };

    expect(params('/v2/a/b/blobs/uploads/')).toEqual(['/v2/*name/blobs/uploads', { name: 'a/b' }]);
    expect(params('/v2/a/blobs/x')).toEqual(['/v2/*name/blobs/:digest', { name: 'a', digest: 'x' }]);
    expect(params('/v2/a/manifests/b/manifests/1.json')).toEqual([
      '/v2/*name/manifests/:reference',
      { name: 'a/manifests/b', reference: '1.json' },
    ]);
    expect(params('/v2/a/blobs')).toBe('unknown');
  });

  it('matches a pattern that begins with a name only below user-chosen words, its name before any dash', () => {
    const table = tableOf(
      'GET /api/projects',
      'GET /*project/-/blob/*refPath',
      'GET /*project/things/:thing_id',
      'GET /*project/things/:thing_id/raw',
    );
    const pattern = (path: string) => {
      const found = table.lookup('GET', path);
      return found.kind === 'found' ? [found.match.pattern, found.match.params] : found.kind;
    };

    expect(pattern('/a/b/things/7')).toEqual(['/*project/things/:thing_id', { project: 'a/b', thing_id: '7' }]);
    expect(pattern('/a/things/7/raw')).toEqual(['/*project/things/:thing_id/raw', { project: 'a', thing_id: '7' }]);
    expect(pattern('/a/-/blob/main/things/7/raw')).toEqual([
      '/*project/-/blob/*refPath',
      { project: 'a', refPath: 'main/things/7/raw' },
    ]);
    expect(pattern('/a/things/x')).toBe('unknown');
    expect(pattern('/api/x/things/7')).toBe('unknown');
  });

  it('refuses two handlers for one verb and pattern, and lists what it holds', () => {
    expect(() => tableOf('GET /users', 'GET /users')).toThrow('Two routes answer GET /users.');
    expect(tableOf('GET /a', 'POST /a', 'GET /b/*c').routes()).toEqual([
      { verb: 'GET', pattern: '/a' },
      { verb: 'POST', pattern: '/a' },
      { verb: 'GET', pattern: '/b/*c' },
    ]);
  });

  it('tries a pattern of nothing but a name last of all, below words of its own', () => {
    const table = tableOf(
      'GET /users',
      'GET /v2/*name/blobs/:digest',
      'GET /groups/*path',
      'GET /groups/*path/-/members',
      'GET /*path/-/members',
      'GET /*path',
    );
    const pattern = (verb: string, path: string) => {
      const found = table.lookup(verb, path);
      return found.kind === 'found' ? [found.match.pattern, found.match.params] : found.kind;
    };

    expect(pattern('GET', '/ada')).toEqual(['/*path', { path: 'ada' }]);
    expect(pattern('HEAD', '/group/project')).toEqual(['/*path', { path: 'group/project' }]);
    expect(pattern('GET', '/group/project/-/members')).toEqual(['/*path/-/members', { path: 'group/project' }]);
    expect(pattern('GET', '/groups/a/b/-/members')).toEqual(['/groups/*path/-/members', { path: 'a/b' }]);
    expect(pattern('GET', '/users/nobody')).toBe('unknown');
    expect(pattern('GET', '/v2/x')).toBe('unknown');
    expect(pattern('POST', '/ada')).toBe('unknown');
    expect(pattern('GET', '/')).toBe('unknown');
  });

  it('ends what stands before the word - at the first of them', () => {
    const table = tableOf('GET /*path/-/pipelines', 'GET /*path/-/tree/*refPath', 'GET /*path');
    const found = table.lookup('GET', '/g/p/-/tree/main/a/-/pipelines');

    expect(found.kind === 'found' && found.match.params).toEqual({ path: 'g/p', refPath: 'main/a/-/pipelines' });
  });
});
