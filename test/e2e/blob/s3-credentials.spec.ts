import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3Server } from '../../support/s3-server.js';
import { until } from '../../support/until.js';

const ROLE = 'arn:aws:iam::123456789012:role/slipway';
const HOUR_MS = 3_600_000;
const REFRESHED_BEFORE_MS = 300_000;

interface Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

let bucket: S3Server;
let directory: string;
let issuer: Server;
/** The requests to the issuer of keys, each a form or a URL. */
let asked: string[];
let lifetimeMs: number;
let refusal: string | null;
let session: BlobSession | null;

beforeEach(async () => {
  [asked, lifetimeMs, refusal, session] = [[], HOUR_MS, null, null];
  directory = await mkdtemp(join(tmpdir(), 's3-credentials-'));
  bucket = await S3Server.start();
  issuer = createServer((request, response) => {
    void text(request).then((form) => {
      asked.push(form || (request.url ?? ''));
      if (refusal !== null) {
        response.writeHead(400).end(refused(refusal, form));
        return;
      }
      const keys = keysNumber(asked.length);
      bucket.acceptOnly(asked.map((_, index) => keysNumber(index + 1)));
      response.end(form ? stsAnswer(keys) : containerAnswer(keys));
    });
  });
  issuer.listen(0, '127.0.0.1');
  await once(issuer, 'listening');
});

afterEach(async () => {
  session?.end();
  issuer.close();
  await bucket.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('S3 credentials of openBlobStore()', () => {
  it('come with a session token from the environment', async () => {
    const { accessKeyId, secretAccessKey, sessionToken } = keysNumber(1);
    bucket.acceptOnly([keysNumber(1)]);
    const store = open({
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
    });

    expect(await store.put('content')).toBe('stored');
  });

  it('come from a profile of the shared file', async () => {
    const { accessKeyId, secretAccessKey } = bucket.options;
    const file = await written(
      'credentials',
      '[default]\naws_access_key_id = other\naws_secret_access_key = other\n' +
        `[storage]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\n`,
    );

    const named = open({ AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: 'storage' });
    expect(await named.put('content')).toBe('stored');
    named.end();
    const other = open({ AWS_SHARED_CREDENTIALS_FILE: file });
    expect(await other.put('content')).toContain('object storage answered 403 InvalidAccessKeyId to PutObject');
  });

  it('come for a web identity, once for many requests', async () => {
    const store = open(await webIdentity('the identity token'));

    expect(await Promise.all([store.put('first'), store.put('second'), store.put('third')])).toEqual(
      Array(3).fill('stored'),
    );

    const [form] = asked;
    expect(Object.fromEntries(new URLSearchParams(form))).toMatchObject({
      Action: 'AssumeRoleWithWebIdentity',
      RoleArn: ROLE,
      WebIdentityToken: 'the identity token',
    });
    expect(asked).toHaveLength(1);
  });

  it('are fetched again before they expire, with the identity token of that moment', async () => {
    lifetimeMs = REFRESHED_BEFORE_MS + 1000;
    const store = open(await webIdentity('first token'));

    expect(await store.put('first')).toBe('stored');
    await webIdentity('second token');
    await sleep(1500);
    expect(await store.put('with the old keys')).toBe('stored');
    while (asked.length < 2) {
      await sleep(10);
    }
    const sessions = () => bucket.requests.map(({ headers }) => headers['x-amz-security-token']);
    await until(async () => {
      expect(await store.put('with the new keys, once they are there')).toBe('stored');
      return sessions().at(-1) === 'session-2';
    });

    expect(asked.map((form) => new URLSearchParams(form).get('WebIdentityToken'))).toEqual([
      'first token',
      'second token',
    ]);
    expect(sessions().slice(0, 2)).toEqual(['session-1', 'session-1']);
  });

  it('come from the role of a container', async () => {
    const store = open({ AWS_CONTAINER_CREDENTIALS_FULL_URI: `${issuerUrl()}/role` });

    expect(await store.put('content')).toBe('stored');
    expect(asked).toEqual(['/role']);
  });

  it('are not in the error when there are none', async () => {
    const store = open({});

    expect(await store.put('content')).toContain(
      'no credentials for object storage were found: CredentialsProviderError',
    );
  });

  it('are not in the error when they are refused', async () => {
    refusal = 'InvalidIdentityToken';
    const settings = await webIdentity('hush, the identity token');
    const store = open(settings);

    expect(await store.put('content')).toContain('no credentials for object storage were found: InvalidIdentityToken');
    refusal = null;
    expect(await store.put('content')).toBe('stored');
    bucket.acceptOnly([]);
    expect(await store.put('content')).toContain('object storage answered 403 InvalidAccessKeyId to PutObject');

    expect(store.printed()).not.toMatch(/hush|secret-\d|session-\d/);
  });
});

/** A process with a blob store whose credentials are those of its environment. */
class BlobSession {
  private output = '';
  private readonly lines: AsyncIterator<string>;

  constructor(private readonly child: ChildProcessWithoutNullStreams) {
    this.lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    [child.stdout, child.stderr].forEach((stream) => stream.on('data', (chunk) => (this.output += String(chunk))));
  }

  async put(content: string): Promise<string> {
    this.child.stdin.write(`${content}\n`);
    const { value } = await this.lines.next();
    if (value === undefined) {
      throw new Error(`the process ended:\n${this.output}`);
    }
    return JSON.parse(value) as string;
  }

  printed(): string {
    return this.output;
  }

  end(): void {
    this.child.kill();
  }
}

function open(settings: Readonly<Record<string, string>>): BlobSession {
  const env = {
    HOME: directory,
    AWS_EC2_METADATA_DISABLED: 'true',
    BLOB_STORE: bucket.settings('blobs').url,
    DATA_DIR: directory,
    ...settings,
  };
  session = new BlobSession(spawn(process.execPath, ['test/support/blob-session.mjs'], { env }));
  return session;
}

async function webIdentity(token: string): Promise<Record<string, string>> {
  return {
    AWS_ENDPOINT_URL_STS: issuerUrl(),
    AWS_ROLE_ARN: ROLE,
    AWS_WEB_IDENTITY_TOKEN_FILE: await written('token', token),
  };
}

async function written(name: string, content: string): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, content);
  return file;
}

const issuerUrl = () => `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;

const keysNumber = (number: number): Keys => ({
  accessKeyId: `KEYID${number}`,
  secretAccessKey: `secret-${number}`,
  sessionToken: `session-${number}`,
});

const expiration = () => new Date(Date.now() + lifetimeMs).toISOString();

const stsAnswer = ({ accessKeyId, secretAccessKey, sessionToken }: Keys) => `
  <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
    <AssumeRoleWithWebIdentityResult>
      <Credentials>
        <AccessKeyId>${accessKeyId}</AccessKeyId>
        <SecretAccessKey>${secretAccessKey}</SecretAccessKey>
        <SessionToken>${sessionToken}</SessionToken>
        <Expiration>${expiration()}</Expiration>
      </Credentials>
      <AssumedRoleUser><Arn>${ROLE}/x</Arn><AssumedRoleId>x</AssumedRoleId></AssumedRoleUser>
    </AssumeRoleWithWebIdentityResult>
  </AssumeRoleWithWebIdentityResponse>`;

const containerAnswer = ({ accessKeyId, secretAccessKey, sessionToken }: Keys) =>
  JSON.stringify({
    AccessKeyId: accessKeyId,
    SecretAccessKey: secretAccessKey,
    Token: sessionToken,
    Expiration: expiration(),
  });

/** An answer that repeats what it was sent, as token services do. */
const refused = (code: string, form: string) => `
  <ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
    <Error><Type>Sender</Type><Code>${code}</Code><Message>refused: ${form.replaceAll('&', '&amp;')}</Message></Error>
  </ErrorResponse>`;
