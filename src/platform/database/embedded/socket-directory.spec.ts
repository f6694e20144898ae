import { socketDirectoryFor } from './socket-directory.js';

describe('socketDirectoryFor', () => {
  it('keeps the socket with its server when the path is short enough', () => {
    expect(socketDirectoryFor('/srv/data/postgres')).toBe('/srv/data/postgres/socket');
  });

  it('answers the same short directory for the same long path each time, and another one for another', () => {
    const long = `/srv/${'x'.repeat(100)}`;

    expect(socketDirectoryFor(long, '/tmp')).toMatch(/^\/tmp\/slipway-[0-9a-f]{16}$/);
    expect(socketDirectoryFor(long, '/tmp')).toBe(socketDirectoryFor(long, '/tmp'));
    expect(socketDirectoryFor(`${long}y`, '/tmp')).not.toBe(socketDirectoryFor(long, '/tmp'));
  });

  it('counts bytes, not characters', () => {
    expect(socketDirectoryFor(`/srv/${'ä'.repeat(50)}`, '/tmp')).toMatch(/^\/tmp\//);
  });

  it('does without the temporary directory when that is too long as well', () => {
    expect(socketDirectoryFor(`/srv/${'x'.repeat(100)}`, `/${'t'.repeat(100)}`)).toMatch(/^\/tmp\/slipway-/);
  });
});
