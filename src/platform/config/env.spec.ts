import { InvalidSetting } from './env-reader.js';
import { readEnv } from './env.js';

const refusal = (source: Record<string, string>): unknown => {
  try {
    readEnv(source);
    return 'none';
  } catch (error) {
    return error;
  }
};

describe('readEnv', () => {
  it('has defaults, also for what is empty', () => {
    const env = readEnv({ PORT: '', HOST: '', DELETION_GRACE: '', REGISTRY_ENABLED: '', SMTP_URL: '' });

    expect(env).toMatchObject({
      port: 3000,
      baseUrl: 'http://127.0.0.1:3000',
      mailFrom: 'noreply@127.0.0.1',
      deletionGrace: 0,
      smtpUrl: undefined,
    });
    expect(env.registry).toMatchObject({ enabled: true, url: 'http://127.0.0.1:3000', tokenTtl: 300 });
  });

  it.each([
    [{ HOST: '::1', PORT: '4000' }, { baseUrl: 'http://[::1]:4000' }],
    [{ BASE_URL: 'https://slipway.example' }, { mailFrom: 'noreply@slipway.example', isHttps: true }],
    [{ DELETION_GRACE: '1.5h' }, { deletionGrace: 5400 }],
    [
      { DELETION_GRACE: '1.1h', REGISTRY_GC_GRACE: '2.3m' },
      { deletionGrace: 3960, registry: { gcGrace: 138 } },
    ],
    [{ DELETION_GRACE: '3650d' }, { deletionGrace: 315_360_000 }],
    [{ MAIL_FROM: 'Slipway <ci@example.org>' }, { mailFrom: 'Slipway <ci@example.org>' }],
    [{ REDIS_URL: 'rediss://:p%25@redis.example:6380/12' }, { redisUrl: 'rediss://:p%25@redis.example:6380/12' }],
    [{ REDIS_URL: 'redis://redis.example' }, { redisUrl: 'redis://redis.example' }],
    [{ SMTP_URL: 'smtps://u:p@mail.example:465' }, { smtpUrl: 'smtps://u:p@mail.example:465' }],
  ])('reads %j', (source, expected) => {
    expect(readEnv(source)).toMatchObject(expected);
  });

  it.each(['short', 'x'.repeat(40), 'changeme'.repeat(5)])(
    'refuses the weak SECRET_KEY %s in production only',
    (key) => {
      expect(readEnv({ SECRET_KEY: key }).secretKey).toBe(key);
      expect(refusal({ SECRET_KEY: key, NODE_ENV: 'production' })).toHaveProperty(
        'message',
        expect.stringMatching(/^SECRET_KEY is too weak for production: .*openssl rand -base64 48/),
      );
    },
  );

  it('takes a random SECRET_KEY in production', () => {
    const key = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';

    expect(readEnv({ SECRET_KEY: key, NODE_ENV: 'production' }).secretKey).toBe(key);
  });

  it('takes an ADMIN_TOKEN of 20 characters, and a long one', () => {
    expect(readEnv({ ADMIN_TOKEN: 'a'.repeat(20) }).adminToken).toHaveLength(20);
    expect(readEnv({ ADMIN_TOKEN: 'a'.repeat(1000) }).adminToken).toHaveLength(1000);
    expect(refusal({ ADMIN_TOKEN: 'a'.repeat(19) })).toHaveProperty(
      'message',
      'ADMIN_TOKEN must have 20 or more characters.',
    );
  });

  it('counts the characters of secrets, not their code units', () => {
    const refused = { ADMIN_TOKEN: '😀'.repeat(19), ADMIN_PASSWORD: '😀'.repeat(7) };

    expect(readEnv({ ADMIN_PASSWORD: '😀'.repeat(128) }).adminPassword).toHaveLength(256);
    for (const [name, value] of Object.entries(refused)) {
      expect(refusal({ [name]: value })).toHaveProperty('message', expect.stringMatching(`^${name} must have`));
    }
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '0'],
    ['DELETION_GRACE', '1.5'],
    ['DELETION_GRACE', '0.01m'],
    ['HOST', '999.999.1.1'],
    ['HOST', 'a b'],
    ['BASE_URL', 'https://slipway.example/'],
    ['BASE_URL', 'https://slipway.example/path'],
    ['BASE_URL', 'https://:password@slipway.example'],
    ['DATABASE_URL', 'mysql://host/db'],
    ['DATABASE_URL', 'postgres://user:100%@host/db'],
    ['REDIS_URL', 'http://host'],
    ['REDIS_URL', 'redis://host/first'],
    ['REDIS_URL', 'redis://host/-1'],
    ['REDIS_URL', 'redis://host?db=first'],
    ['REDIS_URL', 'redis://user:100%@host'],
    ['STORAGES', 'a=/x,a=/y'],
    ['STORAGES', `${'a'.repeat(65)}=/x`],
    ['ADMIN_TOKEN', 'too-short'],
    ['SMTP_URL', 'smtp:'],
    ['MAIL_FROM', 'nobody'],
    ['REGISTRY_ENABLED', 'maybe'],
    ['REGISTRY_TOKEN_TTL', '5w'],
    ['REGISTRY_GC_INTERVAL', '3651d'],
    ['DELETION_GRACE', '99999999999999999999'],
    ['HTTP_BODY_TIMEOUT', '25d'],
    ['GIT_QUEUE_TIMEOUT', '25d'],
    ['SHUTDOWN_DELAY', '25d'],
    ['STORAGE_MOVE_PUSH_WAIT', '25d'],
    ['DELIVERY_RETENTION_DAYS', '3651'],
    ['GIT_MAX_PROCESSES', '0'],
    ['TRUSTED_PROXIES', 'proxy.example.com'],
    ['TRUSTED_PROXIES', '10.0.0.1,10.0.0.0/33'],
  ])('refuses %s=%s with one line that names it', (name, value) => {
    const error = refusal({ [name]: value });

    expect(error).toBeInstanceOf(InvalidSetting);
    expect(error).toHaveProperty('message', expect.stringMatching(new RegExp(`^${name}:? .*$`)));
  });
});
