import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Asks whether the store answers; stores nothing. */
const ONLY_CHECKS = 'src/core/health';

/** The features, and nouns of the core, that import this file. */
function importersOf(file: string): Set<string> {
  const importers = new Set<string>();
  for (const layer of ['src/core', 'src/modules']) {
    for (const name of readdirSync(layer, { recursive: true, encoding: 'utf8' })) {
      const source = path.join(layer, name);
      if (
        source.endsWith('.ts') &&
        !source.endsWith('.spec.ts') &&
        readFileSync(source, 'utf8').includes(`/${file}'`)
      ) {
        importers.add(source.split(path.sep).slice(0, 3).join('/'));
      }
    }
  }
  return importers;
}

describe('BlobOwner', () => {
  it('is extended by every module that stores blobs', () => {
    const storing = [...importersOf('blob-store.js')].filter((module) => module !== ONLY_CHECKS);
    const owning = importersOf('blob-owner.js');

    expect(storing).toContain('src/modules/registry');
    expect(storing.filter((module) => !owning.has(module))).toEqual([]);
  });
});
