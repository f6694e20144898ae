import { RouteTable } from './route-table.js';

function aTable(...patterns: readonly string[]): RouteTable<string> {
  const table = new RouteTable<string>();
  patterns.forEach((pattern) => {
    table.add('GET', pattern, pattern);
  });
  return table;
}

function found(table: RouteTable<string>, path: string): object | string {
  const lookup = table.lookup('GET', path);
  return lookup.kind === 'found' ? { [lookup.match.pattern]: lookup.match.params } : lookup.kind;
}

describe('RouteTable', () => {
  it('cuts .json behind a fixed word and an id, never off free text', () => {
    const table = aTable('/projects/:id', '/projects/:id/tags', '/tags/:tag_name', '/things/:thing_id');

    expect(found(table, '/projects/5.json')).toEqual({ '/projects/:id': { id: '5' } });
    expect(found(table, '/projects/5/tags.json')).toEqual({ '/projects/:id/tags': { id: '5' } });
    expect(found(table, '/things/7.json')).toEqual({ '/things/:thing_id': { thing_id: '7' } });
    expect(found(table, '/tags/1.json')).toEqual({ '/tags/:tag_name': { tag_name: '1.json' } });
    expect(found(table, '/projects/a.json')).toEqual({ '/projects/:id': { id: 'a.json' } });
  });

  it('tries patterns that span segments in the order they were declared', () => {
    const table = aTable('/v2/*name/blobs/uploads', '/v2/*name/blobs/:digest', '/v2/*name/manifests/:reference');

    expect(found(table, '/v2/a/b/blobs/uploads/')).toEqual({ '/v2/*name/blobs/uploads': { name: 'a/b' } });
    expect(found(table, '/v2/a/blobs/x')).toEqual({ '/v2/*name/blobs/:digest': { name: 'a', digest: 'x' } });
    expect(found(table, '/v2/a/manifests/b/manifests/1.json')).toEqual({
      '/v2/*name/manifests/:reference': { name: 'a/manifests/b', reference: '1.json' },
    });
    expect(found(table, '/v2/a/blobs')).toBe('unknown');
  });
});
