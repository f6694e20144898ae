import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The files of a room, or of a noun of the core, that import this file. */
function importersOf(file: string): Map<string, string[]> {
  const rooms = new Map<string, string[]>();
  for (const floor of ['src/core', 'src/modules']) {
    for (const name of readdirSync(floor, { recursive: true, encoding: 'utf8' })) {
      const place = path.join(floor, name);
      if (place.endsWith('.ts') && !place.endsWith('.spec.ts') && readFileSync(place, 'utf8').includes(`/${file}'`)) {
        const room = place.split(path.sep).slice(0, 3).join('/');
        rooms.set(room, [...(rooms.get(room) ?? []), place]);
      }
    }
  }
  return rooms;
}

describe('the blob store', () => {
  it('knows of every room that stores bytes which of them it needs: what nobody needs is swept away', () => {
    const storing = [...importersOf('blob-store.js').keys()];
    const owning = importersOf('blob-owners.js');

    expect(storing).toContain('src/modules/registry');
    expect(storing.filter((room) => !owning.has(room))).toEqual([]);
  });
});
