import { settingArguments } from './server-settings.js';

const MIB = 1024 * 1024;
const MACHINE = { majorVersion: 18, memory: 4096 * MIB };

describe('settingArguments', () => {
  it('opens no network and never switches durability off by itself', () => {
    const args = settingArguments(MACHINE);

    expect(args).toContain('listen_addresses=');
    expect(args.join(' ')).not.toMatch(/fsync|synchronous_commit|full_page_writes/);
  });

  it('lets own settings win', () => {
    const args = settingArguments(MACHINE, { max_connections: '200', fsync: 'off' });

    expect(args).toContain('max_connections=200');
    expect(args).toContain('fsync=off');
    expect(args).not.toContain('max_connections=70');
  });

  it('spares older servers a setting that they do not know', () => {
    expect(settingArguments({ ...MACHINE, majorVersion: 17 })).not.toContain('io_method=sync');
  });

  it.each([
    [256, 64],
    [4096, 512],
    [65_536, 1024],
  ])('keeps pages in an eighth of the memory, within limits: of %d MiB in %d', (mebibytes, kept) => {
    expect(settingArguments({ ...MACHINE, memory: mebibytes * MIB })).toContain(`shared_buffers=${kept}MB`);
  });
});
