import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InvalidSetting } from '../config/env-reader.js';
import { readEnv } from '../config/env.js';
import { loadMasterKey } from './secret-box.js';

let dataDir: string;
let file: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'slipway-key-'));
  file = path.join(dataDir, 'secret_key');
});
afterEach(() => rm(dataDir, { recursive: true }));

const load = (): unknown => {
  try {
    return loadMasterKey(readEnv({ DATA_DIR: dataDir }));
  } catch (error) {
    return error;
  }
};

describe('loadMasterKey', () => {
  it('makes a key once', async () => {
    const made = load();

    expect(made).toMatch(/^[\w-]{64}$/);
    expect([load(), (await readFile(file, 'utf8')).trim()]).toEqual([made, made]);
  });

  it('refuses a file that cannot be read with a sentence', async () => {
    await mkdir(file);

    const error = load();

    expect(error).toBeInstanceOf(InvalidSetting);
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/^SECRET_KEY is not set, and .* cannot be used: .*\.$/),
    );
  });

  it('refuses an empty file: anybody could open what was sealed under it', async () => {
    await writeFile(file, '\n');

    expect(load()).toEqual(new InvalidSetting(`SECRET_KEY is not set, and ${file} is empty.`));
  });
});
