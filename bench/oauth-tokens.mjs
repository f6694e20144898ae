// Refresh grants and introspections per second beside oidc-provider, which keeps everything in memory, and what a bearer
// token costs a request beside a personal one and beside none. Run: npm run bench -- oauth-tokens   (needs `wrk`, the Debian package)
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cpuMillis } from './support/cpu.mjs';
import { needPrograms } from './support/need-programs.mjs';

needPrograms('wrk');

const SECONDS = 4;
const ROUNDS = 3;
const CLIENTS = 8;
const TOKEN = 'bench-token-0123456789abcdef';
const PASSWORD = 'bench-password';
const url = 'http://127.0.0.1:3973';
const REFERENCE_PORT = 3974;
const referenceUrl = `http://127.0.0.1:${REFERENCE_PORT}`;

const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'));
const service = spawn(process.execPath, ['src/start.mjs'], {
  env: {
    ...process.env,
    PORT: '3973',
    DATA_DIR: dataDir,
    ADMIN_TOKEN: TOKEN,
    ADMIN_PASSWORD: PASSWORD,
    LOG_LEVEL: 'warn',
  },
  stdio: 'inherit',
});

const reference = spawn(process.execPath, ['bench/support/oidc-server.mjs', String(REFERENCE_PORT), String(CLIENTS)], {
  stdio: ['ignore', 'pipe', 'ignore'],
});

try {
  const other = JSON.parse(await firstLineOf(reference));
  const otherClient = { client_id: other.client.id, client_secret: other.client.secret };
  const otherFamilies = other.tokens.map((refresh) => ({ refresh_token: refresh }));
  await untilUp();
  const application = await register();
  const cookie = await signIn();
  const families = [];
  for (let family = 0; family < CLIENTS; family++) {
    families.push(await authorize(application, cookie));
  }
  const ownClient = { client_id: application.application_id, client_secret: application.secret };
  const { access_token: bearer } = await authorize(application, cookie);
  const own = { at: `${url}/oauth/token`, client: ownClient, families };
  const theirs = { at: `${referenceUrl}/token`, client: otherClient, families: otherFamilies };
  for (let round = 1; round <= ROUNDS; round++) {
    const figures = [
      compared(
        'refresh',
        await withCpu(service, () => refreshAll(own)),
        await withCpu(reference, () => refreshAll(theirs)),
      ),
    ];
    const inspected = await withCpu(service, () =>
      measurePost(`${url}/oauth/introspect`, { ...ownClient, token: bearer }),
    );
    const question = { ...otherClient, token: other.access };
    const otherInspected = await withCpu(reference, () => measurePost(`${referenceUrl}/token/introspection`, question));
    const info = await withCpu(service, () => measure('/oauth/token/info', `Authorization: Bearer ${bearer}`));
    figures.push(
      compared('introspection', inspected, otherInspected),
      compared('token info beside introspection', info, otherInspected),
    );
    const byBearer = await withCpu(service, () => measure('/api/v4/version', `Authorization: Bearer ${bearer}`));
    const byPersonal = await withCpu(service, () => measure('/api/v4/version', `PRIVATE-TOKEN: ${TOKEN}`));
    const plain = await withCpu(service, () => measure('/-/health', 'Accept: */*'));
    figures.push(
      compared('GET /version by OAuth token beside personal token', byBearer, byPersonal),
      `no token, another route: ${plain.cpu.toFixed(3)} ms CPU`,
    );
    console.log(`round ${round}\n  ${figures.join('\n  ')}`);
  }
} finally {
  reference.kill('SIGTERM');
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}

/** Each family refreshes as fast as it is answered. */
async function refreshAll({ at, client, families }) {
  const end = Date.now() + SECONDS * 1000;
  let done = 0;
  await Promise.all(
    families.map(async (family, index) => {
      while (Date.now() < end) {
        const fields = { ...client, grant_type: 'refresh_token', refresh_token: families[index].refresh_token };
        families[index] = await posted(at, fields);
        done += 1;
      }
    }),
  );
  return done / SECONDS;
}

/** Answers per second, and the CPU time that the process spent on each in milliseconds. */
async function withCpu({ pid }, work) {
  const before = cpuMillis(pid);
  const perSecond = await work();
  return { perSecond, cpu: (cpuMillis(pid) - before) / (perSecond * SECONDS) };
}

function compared(what, ours, theirs) {
  const figures = [ours, theirs].map(
    ({ perSecond, cpu }) => `${perSecond.toFixed(0)}/s (${cpu.toFixed(3)} ms CPU each)`,
  );
  const ratios = [ours.perSecond / theirs.perSecond, theirs.cpu / ours.cpu].map((ratio) => ratio.toFixed(2));
  return `${what}: ${figures.join(' beside ')}, ratio ${ratios[0]}, by CPU ${ratios[1]}`;
}

function measurePost(address, fields) {
  const script = path.join(dataDir, 'post.lua');
  const body = new URLSearchParams(fields).toString();
  writeFileSync(
    script,
    `wrk.method = "POST"\nwrk.body = "${body}"\nwrk.headers["Content-Type"] = "application/x-www-form-urlencoded"\n`,
  );
  return report(['-s', script, address]);
}

function measure(target, header) {
  return report(['-H', header, url + target]);
}

function report(args) {
  const text = execFileSync('wrk', ['-t1', '-c16', `-d${SECONDS}`, ...args], { encoding: 'utf8' });
  if (/Non-2xx/.test(text)) {
    throw new Error(text);
  }
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(text)[1]);
}

async function register() {
  const response = await fetch(`${url}/api/v4/applications`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'bench', redirect_uri: 'http://localhost/cb', scopes: 'api', trusted: true }),
  });
  return response.json();
}

async function signIn() {
  const page = await fetch(`${url}/users/sign_in`);
  const fields = {
    authenticity_token: /csrf-token" content="([^"]+)"/.exec(await page.text())[1],
    'user[login]': 'root',
    'user[password]': PASSWORD,
  };
  const answer = await fetch(`${url}/users/sign_in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: page.headers.getSetCookie()[0].split(';')[0] },
    body: new URLSearchParams(fields),
  });
  return answer.headers.getSetCookie()[0].split(';')[0];
}

async function authorize(application, cookie) {
  const verifier = randomBytes(32).toString('base64url');
  const request = {
    client_id: application.application_id,
    redirect_uri: 'http://localhost/cb',
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  const answer = await fetch(`${url}/oauth/authorize?${new URLSearchParams(request)}`, {
    redirect: 'manual',
    headers: { Cookie: cookie },
  });
  const code = new URL(answer.headers.get('location')).searchParams.get('code');
  return token(application, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: 'http://localhost/cb',
    code_verifier: verifier,
  });
}

function token({ application_id: id, secret }, fields) {
  return posted(`${url}/oauth/token`, { client_id: id, client_secret: secret, ...fields });
}

async function posted(address, fields) {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) });
  if (response.status !== 200) {
    throw new Error(await response.text());
  }
  return response.json();
}

async function firstLineOf(child) {
  let text = '';
  for await (const piece of child.stdout) {
    text += piece;
    if (text.includes('\n')) {
      break;
    }
  }
  return text.split('\n', 1)[0];
}

async function untilUp() {
  for (let round = 0; round < 600; round++) {
    const up = await fetch(`${url}/-/health`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (up) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The service did not come up.');
}
