import path from 'node:path';
import { availableParallelism } from 'node:os';
import { DAY_SECONDS, HOUR_SECONDS } from '../../common/time/units.js';
import { EnvReader, inUrl } from './env-reader.js';

export type LogFormat = 'json' | 'text';
/** Who may sign in by password when there is an identity provider. */
export type PasswordSignIn = 'everyone' | 'administrators' | 'nobody';
const PASSWORD_SIGN_INS: readonly PasswordSignIn[] = ['everyone', 'administrators', 'nobody'];
const LOG_FORMATS: readonly LogFormat[] = ['json', 'text'];
const MIB = 1_048_576;
const GIB = 1024 * MIB;
/** In seconds: Node.js timers count milliseconds in 31 bits, which is 24.8 days. */
const LONGEST_TIMER = 24 * DAY_SECONDS;

/** Holds the reader before the fields of {@link Env} are initialised. */
class Source {
  constructor(protected readonly read: EnvReader) {}
}

/**
 * Every setting of the process, typed and validated (contract: core §1.1). The only reader of `process.env`. Durations
 * are in seconds, sizes in bytes.
 */
export class Env extends Source {
  readonly port = this.read.integer('PORT', 3000, { min: 1, max: 65_535 });
  readonly host = this.read.host('HOST', '127.0.0.1');
  readonly baseUrl = this.read.origin('BASE_URL', `http://${inUrl(this.host)}:${this.port}`);
  readonly nodeEnv = this.read.optionalText('NODE_ENV');

  readonly http = {
    /** Time limit for the head of a request, and for a pause in a body that is held in memory. */
    bodyTimeout: this.read.duration('HTTP_BODY_TIMEOUT', 30, { min: 1, max: LONGEST_TIMER }),
    /** How long a client may pause while it sends an upload or reads an answer. */
    idleTimeout: this.read.duration('HTTP_IDLE_TIMEOUT', 120, { min: 1, max: LONGEST_TIMER }),
    /** Memory for request bodies held at once; a quarter is for unauthenticated callers. */
    bodyMemory: this.read.integer('HTTP_BODY_MEMORY', 268_435_456, { min: 1_048_576 }),
    maxConnections: this.read.integer('HTTP_MAX_CONNECTIONS', 10_000, { min: 1 }),
    /** Proxies whose `X-Forwarded-For` header is trusted for the client address. */
    trustedProxies: this.read.networks('TRUSTED_PROXIES'),
  };

  readonly dataDir = path.resolve(this.read.text('DATA_DIR', './data'));
  readonly databaseUrl = this.read.decodableUrl('DATABASE_URL', ['postgres:', 'postgresql:']);
  readonly redisUrl = this.read.redisUrl('REDIS_URL');
  readonly blobStore = this.read.text('BLOB_STORE', `file:${path.join(this.dataDir, 'blobs')}`);
  readonly awsAccessKeyId = this.read.optionalText('AWS_ACCESS_KEY_ID');
  readonly awsSecretAccessKey = this.read.optionalText('AWS_SECRET_ACCESS_KEY');
  readonly awsSessionToken = this.read.optionalText('AWS_SESSION_TOKEN');
  readonly storages = this.read.storages('STORAGES', path.join(this.dataDir, 'repositories'));
  readonly secretKey = this.read.key('SECRET_KEY', { mayBeWeak: this.nodeEnv !== 'production' });
  readonly adminPassword = this.read.optionalText('ADMIN_PASSWORD', { min: 8, max: 128 });
  readonly adminToken = this.read.optionalText('ADMIN_TOKEN', { min: 20 });
  readonly smtpUrl = this.read.optionalUrl('SMTP_URL', ['smtp:', 'smtps:'], true);
  readonly mailFrom = this.read.address('MAIL_FROM', `noreply@${new URL(this.baseUrl).hostname}`);
  readonly logLevel = this.read.oneOf('LOG_LEVEL', 'info', ['debug', 'info', 'warn', 'error', 'silent']);
  /** Text for people, with requests at `debug` only, or JSON for programs. */
  readonly logFormat = this.read.oneOf('LOG_FORMAT', process.stdout.isTTY ? 'text' : 'json', LOG_FORMATS);

  readonly registry = {
    enabled: this.read.boolean('REGISTRY_ENABLED', true),
    url: this.read.origin('REGISTRY_URL', this.baseUrl),
    tokenIssuer: this.read.text('REGISTRY_TOKEN_ISSUER', this.baseUrl),
    tokenTtl: this.read.duration('REGISTRY_TOKEN_TTL', 300, { min: 1 }),
    uploadTtl: this.read.duration('REGISTRY_UPLOAD_TTL', DAY_SECONDS),
    gcGrace: this.read.duration('REGISTRY_GC_GRACE', DAY_SECONDS),
    gcInterval: this.read.duration('REGISTRY_GC_INTERVAL', HOUR_SECONDS),
    bulkDeleteInterval: this.read.duration('REGISTRY_BULK_DELETE_INTERVAL', HOUR_SECONDS),
    maxManifestBytes: this.read.integer('REGISTRY_MAX_MANIFEST_BYTES', 4_194_304, { min: 1 }),
  };

  readonly packages = {
    enabled: this.read.boolean('PACKAGES_ENABLED', true),
    /** How long a deleted package can be restored; its bytes are kept as long. */
    restoreWindow: this.read.duration('PACKAGES_RESTORE_WINDOW', 7 * DAY_SECONDS),
    /** Largest file of each format (contract: packages §1). */
    maxBytes: {
      generic: this.maxPackageBytes('GENERIC', 5 * GIB),
      conan: this.maxPackageBytes('CONAN', 3 * GIB),
      maven: this.maxPackageBytes('MAVEN', 3 * GIB),
      pypi: this.maxPackageBytes('PYPI', 3 * GIB),
      terraform_module: this.maxPackageBytes('TERRAFORM_MODULE', GIB),
      npm: this.maxPackageBytes('NPM', 500 * MIB),
      nuget: this.maxPackageBytes('NUGET', 500 * MIB),
      composer: this.maxPackageBytes('COMPOSER', 500 * MIB),
      golang: this.maxPackageBytes('GOLANG', 500 * MIB),
      helm: this.maxPackageBytes('HELM', 5 * MIB),
    },
  };

  /** How long requests are still served after a stop signal, so that a proxy notices the failing readiness check. */
  readonly shutdownDelay = this.read.duration('SHUTDOWN_DELAY', this.isBehindProxy() ? 5 : 0, { max: LONGEST_TIMER });
  readonly deletionGrace = this.read.duration('DELETION_GRACE', 0);
  readonly git = {
    maxProcesses: this.read.integer('GIT_MAX_PROCESSES', 4 * availableParallelism(), { min: 1 }),
    maxPushBytes: this.read.integer('GIT_MAX_PUSH_BYTES', 2_147_483_648),
    /** How long a request waits for a process, and how long a client may pause (contract: git §5.2, §5.3). */
    queueTimeout: this.read.duration('GIT_QUEUE_TIMEOUT', 30, { min: 1, max: LONGEST_TIMER }),
    idleTimeout: this.read.duration('GIT_IDLE_TIMEOUT', 120, { min: 1, max: LONGEST_TIMER }),
    /** PATH for finding the `git` program; children inherit nothing else of this process's environment. */
    searchPath: this.read.text('PATH', '/usr/local/bin:/usr/bin:/bin'),
  };
  readonly storageMoves = {
    /** Storage moves that one process copies at once. */
    concurrency: this.read.integer('STORAGE_MOVE_CONCURRENCY', 2, { min: 1 }),
    /** How long a move waits for running writes. */
    pushWait: this.read.duration('STORAGE_MOVE_PUSH_WAIT', 30, { max: LONGEST_TIMER }),
    /** Bytes per second over all copies of a process; 0 means no limit. */
    rate: this.read.integer('STORAGE_MOVE_RATE', 0, { min: 0 }),
  };
  /** Silence after which a running job fails. */
  readonly ciRunnerLostAfter = this.read.duration('CI_RUNNER_LOST_AFTER', 600, { min: 1 });
  /** Allowed destinations in networks that are refused otherwise (contract: integrations §7). */
  readonly outboundAllow = this.read.list('OUTBOUND_ALLOW');
  readonly deliveries = {
    /** Deliveries that one process sends at once (contract: integrations §8.1). */
    concurrency: this.read.integer('DELIVERY_CONCURRENCY', 32, { min: 1 }),
    /** Seconds before each further attempt. */
    retrySchedule: this.read.integers('DELIVERY_RETRY_SCHEDULE', [3, 30, 300, 1800, 7200, 21_600, 50_400]),
    retentionDays: this.read.integer('DELIVERY_RETENTION_DAYS', 30, { min: 1, max: 3650 }),
  };
  /** A JSON file of addresses to use instead of the vendors' own (contract: integrations §6). */
  readonly integrationEndpoints = this.read.optionalText('INTEGRATION_ENDPOINTS');
  /** Payloads that a project may receive per hour; 0 means no limit (contract: alerts §1.3). */
  readonly alertRateLimit = this.read.integer('ALERT_RATE_LIMIT', 0);
  /** Sign-in through an identity provider; disabled without an issuer (contract: scim-graphql §C1.1). */
  readonly oidc = {
    issuer: this.read.issuer('OIDC_ISSUER'),
    clientId: this.read.neededBy('OIDC_CLIENT_ID', 'OIDC_ISSUER'),
    clientSecret: this.read.optionalText('OIDC_CLIENT_SECRET'),
    /** Label of the button on the sign-in page. */
    name: this.read.optionalText('OIDC_NAME'),
    scopes: this.read.text('OIDC_SCOPES', 'openid profile email'),
    autoCreate: this.read.boolean('OIDC_AUTO_CREATE', false),
    linkByEmail: this.read.boolean('OIDC_LINK_BY_EMAIL', false),
    groupsClaim: this.read.optionalText('OIDC_GROUPS_CLAIM'),
    adminGroups: this.read.list('OIDC_ADMIN_GROUPS'),
    passwordSignIn: this.read.oneOf('OIDC_PASSWORD_SIGN_IN', 'everyone', PASSWORD_SIGN_INS),
  };
  readonly pushEventLimit = this.read.integer('PUSH_EVENT_LIMIT', 20);

  private maxPackageBytes(type: string, fallback: number): number {
    return this.read.integer(`PACKAGE_MAX_${type}_BYTES`, fallback, { min: 1 });
  }

  /** A service with an external database is assumed to run behind a proxy, unless it was started on a terminal. */
  private isBehindProxy(): boolean {
    return this.databaseUrl !== undefined && !process.stdout.isTTY;
  }

  /** Host and port as used in image names; the scheme's default port is left out (contract: registry §1). */
  get registryHost(): string {
    return new URL(this.registry.url).host;
  }

  get isHttps(): boolean {
    return this.baseUrl.startsWith('https:');
  }
}

/** Reads the settings. Throws {@link InvalidSetting} with one sentence that names the variable. */
export const readEnv = (source: Readonly<Record<string, string | undefined>> = process.env): Env =>
  new Env(new EnvReader(source));
