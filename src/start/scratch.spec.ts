import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const file = './scratch.mjs';
const { removeScratch, scratchInMemory } = (await import(file)) as {
  readonly removeScratch: (scratch: string | undefined) => void;
  readonly scratchInMemory: () => string | undefined;
};

describe('scratchInMemory', () => {
  it('gives a directory that others can pass through, or none where there is too little memory', () => {
    const scratch = scratchInMemory();
    const mode = scratch === undefined ? 0o711 : statSync(scratch).mode & 0o777;
    removeScratch(scratch);

    expect(mode).toBe(0o711);
  });
});

describe('removeScratch', () => {
  it('takes everything away, also when nothing was made', () => {
    const scratch = scratchInMemory();
    if (scratch !== undefined) {
      writeFileSync(path.join(scratch, 'left'), '');
    }

    removeScratch(scratch);
    removeScratch(undefined);

    expect(existsSync(scratch ?? '/nothing')).toBe(false);
  });
});
