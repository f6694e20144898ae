// Refresh grants and token info per second, and what a bearer token costs a request beside a personal one.
// Run: npm run bench -- oauth-tokens   (needs `wrk`, the Debian package)
import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SECONDS = 4;
const ROUNDS = 3;
const CLIENTS = 8;
const TOKEN = 'bench-token-0123456789abcdef';
const PASSWORD = 'bench-password';
const url = 'http://127.0.0.1:3973';

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

try {
  await untilUp();
  const application = await register();
  const cookie = await signIn();
  const families = [];
  for (let family = 0; family < CLIENTS; family++) {
    families.push(await authorize(application, cookie));
  }
  const { access_token: bearer } = await authorize(application, cookie);
  for (let round = 1; round <= ROUNDS; round++) {
    const refreshes = await refreshAll(application, families);
    const info = measure('/oauth/token/info', `Authorization: Bearer ${bearer}`);
    const byBearer = measure('/api/v4/version', `Authorization: Bearer ${bearer}`);
    const byPersonal = measure('/api/v4/version', `PRIVATE-TOKEN: ${TOKEN}`);
    const figures = [
      `refresh ${refreshes.toFixed(0)}/s`,
      `token info ${info.toFixed(0)}/s`,
      `GET /version by OAuth token ${byBearer.toFixed(0)}/s`,
      `by personal token ${byPersonal.toFixed(0)}/s`,
      `ratio ${(byBearer / byPersonal).toFixed(2)}`,
    ];
    console.log(`round ${round}: ${figures.join(', ')}`);
  }
} finally {
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(dataDir, { recursive: true, force: true });
}

/** Each family refreshes as fast as it is answered. */
async function refreshAll(application, families) {
  const end = Date.now() + SECONDS * 1000;
  let done = 0;
  await Promise.all(
    families.map(async (family, at) => {
      while (Date.now() < end) {
        families[at] = await token(application, {
          grant_type: 'refresh_token',
          refresh_token: families[at].refresh_token,
        });
        done += 1;
      }
    }),
  );
  return done / SECONDS;
}

function measure(target, header) {
  const report = execFileSync('wrk', ['-t1', '-c16', `-d${SECONDS}`, '-H', header, url + target], { encoding: 'utf8' });
  if (/Non-2xx/.test(report)) {
    throw new Error(report);
  }
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(report)[1]);
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

async function token(application, fields) {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: application.application_id, client_secret: application.secret, ...fields }),
  });
  if (response.status !== 200) {
    throw new Error(await response.text());
  }
  return response.json();
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
