import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';

const writeFile = jest.fn<typeof files.writeFile>();
jest.unstable_mockModule('node:fs/promises', () => ({ ...files, writeFile }));

const { FilesystemDriver } = await import('./filesystem-driver.js');

describe('FilesystemDriver on a full disk', () => {
  it('fails to probe, and leaves nothing of it', async () => {
    const directory = await files.mkdtemp(join(tmpdir(), 'filesystem-driver-'));
    writeFile.mockImplementation(async (path) => {
      await files.writeFile(path, '');
      throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
    });

    await expect(new FilesystemDriver(directory).probe()).rejects.toThrow('disk full');
    await expect(new FilesystemDriver(directory).probe()).rejects.toThrow('disk full');

    expect(await files.readdir(join(directory, 'unfinished'))).toEqual([]);
    await files.rm(directory, { recursive: true });
  });
});
