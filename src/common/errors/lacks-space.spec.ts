import { lacksSpace } from './lacks-space.js';

describe('lacksSpace', () => {
  it.each([
    'ENOSPC: no space left on device, write',
    'could not extend file "base/16384/17871": No space left on device',
    'git unpack-objects ended with 128: fatal: write error: Disk quota exceeded',
    "git update-ref ended with 128: fatal: prepare: cannot update ref 'refs/heads/a': couldn't write '/srv/a.git/refs/heads/a.lock'",
  ])('knows %s', (message) => {
    expect(lacksSpace(new Error(message))).toBe(true);
  });

  it.each([
    "git update-ref ended with 128: fatal: cannot lock ref 'refs/heads/a': Unable to create '/srv/a.git/refs/heads/a.lock': File exists.",
    'EACCES: permission denied, open',
  ])('leaves %s alone', (message) => {
    expect(lacksSpace(new Error(message))).toBe(false);
  });
});
