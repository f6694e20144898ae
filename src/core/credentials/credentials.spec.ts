import { readdirSync } from 'node:fs';
import path from 'node:path';
import { CREDENTIAL_KINDS } from './index.js';

describe('CREDENTIAL_KINDS', () => {
  it('names every file of a kind', () => {
    const files = readdirSync(path.resolve('src/core/credentials')).filter((file) => file.endsWith('.credential.ts'));
    const expected = files.map((file) => `${pascalCase(file.replace('.credential.ts', ''))}Credential`);

    expect(CREDENTIAL_KINDS.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  });
});

const pascalCase = (name: string): string => name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
