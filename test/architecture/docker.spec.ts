import { readFileSync } from 'node:fs';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { parse } from 'yaml';
import { LONGEST_DRAIN_MS } from '../../src/app.setup.js';
import { EnvReader } from '../../src/platform/config/env-reader.js';
import { Env } from '../../src/platform/config/env.js';

const read = (name: string): string => readFileSync(`docker/${name}`, 'utf8');
const strict = { additionalProperties: false };

const Duration = Type.String({ pattern: '^(\\d+(us|ms|s|m|h))+$' });
const Condition = Type.Union(
  ['service_started', 'service_healthy', 'service_completed_successfully'].map((name) => Type.Literal(name)),
);
/** The part of the Compose Specification that these files use. */
const Service = Type.Object(
  {
    build: Type.Optional(Type.Object({ context: Type.String(), dockerfile: Type.String() }, strict)),
    image: Type.Optional(Type.String()),
    command: Type.Optional(Type.Array(Type.String())),
    init: Type.Optional(Type.Boolean()),
    restart: Type.Optional(
      Type.Union(['no', 'always', 'on-failure', 'unless-stopped'].map((word) => Type.Literal(word))),
    ),
    environment: Type.Optional(Type.Record(Type.String(), Type.String())),
    ports: Type.Optional(Type.Array(Type.String({ pattern: '^\\d+:\\d+$' }))),
    volumes: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z]+:/[a-z/]+$' }))),
    shm_size: Type.Optional(Type.String({ pattern: '^\\d+(kb|mb|gb)$' })),
    stop_grace_period: Type.Optional(Duration),
    depends_on: Type.Optional(Type.Record(Type.String(), Type.Object({ condition: Condition }, strict))),
    healthcheck: Type.Optional(
      Type.Object(
        {
          test: Type.Array(Type.String()),
          interval: Type.Optional(Duration),
          timeout: Type.Optional(Duration),
          start_period: Type.Optional(Duration),
          retries: Type.Optional(Type.Integer()),
        },
        strict,
      ),
    ),
  },
  strict,
);
const Compose = Type.Object(
  {
    name: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9_-]*$' })),
    services: Type.Record(Type.String(), Service),
    volumes: Type.Optional(Type.Record(Type.String(), Type.Object({}, strict))),
  },
  strict,
);

function compose(name: string) {
  const document = Object.entries(parse(read(name), { merge: true }) as object);
  const file: unknown = Object.fromEntries(document.filter(([key]) => !key.startsWith('x-')));
  expect([...Value.Errors(Compose, file)].map(({ path, message }) => `${path}: ${message}`)).toEqual([]);
  return Value.Decode(Compose, file);
}

/** Every name that {@link Env} asks its source for. */
function settingNames(): Set<string> {
  const names = new Set<string>();
  const source = new Proxy<Record<string, string>>(
    {},
    {
      get: (_target, name) => {
        names.add(String(name));
        return undefined;
      },
    },
  );
  new Env(new EnvReader(source));
  return names;
}

const CLOSING_SECONDS = 5;
const FILES = ['compose.yaml', 'compose.s3.yaml'];
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();

describe('docker/', () => {
  it.each(FILES)('%s follows the Compose Specification, and gives the service only variables that it reads', (name) => {
    const { app, worker } = compose(name).services;
    const known = settingNames();

    const given = Object.keys({ ...app?.environment, ...worker?.environment });
    expect(given.filter((variable) => !known.has(variable))).toEqual([]);
  });

  it('.env.example has each variable of the compose files, says how to make the key, and holds no secret', () => {
    const example = read('.env.example');
    const wanted = namesIn(FILES.map(read).join('\n'), /\$\{([A-Z0-9_]+)/g);

    expect(namesIn(example, /^([A-Z0-9_]+)=/gm)).toEqual(wanted);
    expect(example).toMatch(/openssl rand[^\n]*\nSECRET_KEY=\n/);
    expect(example).not.toMatch(/^\w*(KEY|PASSWORD|SECRET)\w*=.+/m);
  });

  it('every service restarts and is checked, waits for healthy ones, and names a pinned image', () => {
    const { services, volumes } = compose('compose.yaml');

    for (const [name, service] of Object.entries(services)) {
      expect({ name, restart: service.restart }).toEqual({ name, restart: 'unless-stopped' });
      expect({ name, image: service.image }).toEqual({ name, image: expect.stringMatching(/^slipway$|:\d+\.\d+/) });
      expect({ name, checked: service.build !== undefined || service.healthcheck !== undefined }).toEqual({
        name,
        checked: true,
      });
      const awaited = Object.entries(service.depends_on ?? {});
      expect(
        awaited.filter(([other, { condition }]) => !(other in services) || condition !== 'service_healthy'),
      ).toEqual([]);
      const mounted = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
      expect(mounted.filter((volume) => !(volume in (volumes ?? {})))).toEqual([]);
    }
    expect([services.app?.init, services.worker?.init]).toEqual([true, true]);
  });

  it.each(['app', 'worker'])(
    '%s is given the time that its longest stop takes, and some to close what it uses',
    (name) => {
      const { stop_grace_period: grace = '' } = compose('compose.yaml').services[name] ?? {};
      const { shutdownDelay } = new Env(new EnvReader({ DATABASE_URL: 'postgres://postgres/slipway' }));

      expect(grace).toMatch(/^\d+s$/);
      expect(parseInt(grace, 10)).toBeGreaterThan(shutdownDelay + LONGEST_DRAIN_MS / 1000 + CLOSING_SECONDS);
    },
  );

  it('the image has a pinned LTS Node, git, bzip2 and the command line', () => {
    const dockerfile = read('Dockerfile');

    expect(namesIn(dockerfile, /^FROM (\S+)/gm)).toEqual([expect.stringMatching(/^node:24\.\d+\.\d+-/)]);
    expect(dockerfile).toMatch(/apt-get install .*\bgit\b.*\bca-certificates\b.*\bbzip2\b/);
    expect(dockerfile).toContain('/usr/local/bin/slipway');
    expect(readFileSync('src/cli.ts', 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});

describe('README.md', () => {
  it('has a row for every variable that the service reads', () => {
    const table = namesIn(readFileSync('README.md', 'utf8'), /`([A-Z][A-Z0-9_<>]+)`(?=[^\n]*\|)/g);
    const patterns = table.map((name) => new RegExp(`^${name.replace(/<[A-Z]+>/, '[A-Z_]+')}$`));
    const hasRow = (name: string) => patterns.some((pattern) => pattern.test(name));

    expect([...settingNames()].filter((name) => name !== 'PATH' && !hasRow(name)).sort()).toEqual([]);
  });
});
