import { settingArguments } from './server-settings.js';

describe('settingArguments', () => {
  it('opens no network and never switches durability off by itself', () => {
    const args = settingArguments(18);

    expect(args).toContain('listen_addresses=');
    expect(args.join(' ')).not.toMatch(/fsync|synchronous_commit|full_page_writes/);
  });

  it('lets own settings win', () => {
    const args = settingArguments(18, { max_connections: '200', fsync: 'off' });

    expect(args).toContain('max_connections=200');
    expect(args).toContain('fsync=off');
    expect(args).not.toContain('max_connections=60');
  });

  it('spares older servers a setting that they do not know', () => {
    expect(settingArguments(17)).not.toContain('io_method=sync');
  });
});
