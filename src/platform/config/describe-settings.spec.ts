import { describeSettings } from './describe-settings.js';
import { readEnv } from './env.js';

const described = (source: Record<string, string>): string => describeSettings(readEnv(source)).join('\n');

describe('describeSettings', () => {
  it.each([
    ['DATABASE_URL', 'postgres://slipway:hidden@db.example/slipway', 'postgres://[masked]@db.example/slipway'],
    ['DATABASE_URL', 'postgres://slipway:pa@hidden@db.example/slipway', 'postgres://[masked]@db.example/slipway'],
    ['DATABASE_URL', 'postgres://slipway:1/hidden@db.example/slipway', 'postgres://[masked]@db.example/slipway'],
    [
      'DATABASE_URL',
      'postgres:///slipway?host=/run/postgresql&password=hidden&sslmode=disable',
      'postgres:///slipway?host=/run/postgresql&password=[masked]&sslmode=disable',
    ],
    ['REDIS_URL', 'redis://redis.example:6379?password=hidden', 'redis://redis.example:6379?password=[masked]'],
    ['SMTP_URL', 'smtps://mail:pa@hidden@mail.example', 'smtps://[masked]@mail.example'],
  ])('masks the secrets in %s=%s', (name, url, shown) => {
    const text = described({ [name]: url });

    expect(text).not.toContain('hidden');
    expect(text).toContain(` = "${shown}"`);
  });

  it('shows who may sign in by a password', () => {
    expect(described({ OIDC_PASSWORD_SIGN_IN: 'nobody' })).toContain('oidc.passwordSignIn = "nobody"');
  });

  it('shows an address without a secret as it is', () => {
    expect(described({ DATABASE_URL: 'postgres://db.example/slipway?sslmode=require' })).toContain(
      'databaseUrl = "postgres://db.example/slipway?sslmode=require"',
    );
  });
});
