// A generic file of 200 MB beside nginx, which serves the same bytes to everybody; then Maven's metadata of an artifact with
// 100 versions.   Run: npm run bench -- package-downloads   (needs `wrk`, and `nginx`: the Debian package nginx-light)
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { median } from './support/median.mjs';
import { untilUp } from './support/until-up.mjs';
import { needPrograms } from './support/need-programs.mjs';

needPrograms('nginx', 'wrk');

const OURS = 'http://127.0.0.1:3985';
const THEIRS = 'http://127.0.0.1:3986';
const TOKEN = 'bench-token-0123456789abcdef';
const HEADERS = { 'PRIVATE-TOKEN': TOKEN };
const MEGABYTES = 200;
const VERSIONS = 100;
const ROUNDS = 5;

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'));
chmodSync(dir, 0o755);
const slipway = spawn(process.execPath, ['src/start.mjs'], {
  env: {
    ...process.env,
    PORT: new URL(OURS).port,
    DATA_DIR: path.join(dir, 'ours'),
    ADMIN_TOKEN: TOKEN,
    LOG_LEVEL: 'warn',
  },
  stdio: 'ignore',
});
const nginx = spawn('nginx', ['-c', configIn(dir)], { stdio: 'ignore' });
try {
  await untilUp(`${OURS}/-/readiness`);
  const bytes = randomBytes(MEGABYTES * 1_000_000);
  writeFileSync(path.join(dir, 'theirs', 'file'), bytes);
  const body = JSON.stringify({ path: 'bench' });
  const headers = { ...HEADERS, 'Content-Type': 'application/json' };
  const { id } = await (await fetch(`${OURS}/api/v4/projects`, { method: 'POST', headers, body })).json();
  const packages = `${OURS}/api/v4/projects/${id}/packages`;
  await put(`${packages}/generic/bench/1.0/file`, bytes);
  compareDownloads(`${packages}/generic/bench/1.0/file`, `${THEIRS}/file`);
  await measureMetadata(`${packages}/maven/com/example/bench`);
} finally {
  nginx.kill();
  slipway.kill('SIGTERM');
  await new Promise((resolve) => slipway.once('exit', resolve));
  rmSync(dir, { recursive: true, force: true });
}

function compareDownloads(ours, theirs) {
  const ratios = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const [one, other] = [secondsOf(ours), secondsOf(theirs)];
    if (round > 0) {
      ratios.push(other / one);
      const rates = [one, other].map((seconds) => (MEGABYTES / seconds).toFixed(0));
      console.log(`round ${round}: ${rates[0]} beside ${rates[1]} MB/s`);
    }
  }
  console.log(`generic download: median ratio ${median(ratios).toFixed(2)} (aim 0.6)`);
}

function secondsOf(url) {
  const options = ['-sf', '-o', '/dev/null', '-w', '%{time_total}', '-H', `PRIVATE-TOKEN: ${TOKEN}`, url];
  return Number(execFileSync('curl', options, { encoding: 'utf8' }));
}

async function measureMetadata(artifact) {
  const versions = Array.from({ length: VERSIONS }, (_, n) => `1.${n}`);
  for (const version of versions) {
    await put(`${artifact}/${version}/bench-${version}.pom`, '<project/>');
  }
  const listed = versions.map((version) => `<version>${version}</version>`).join('');
  const metadata = `<metadata><groupId>com.example</groupId><artifactId>bench</artifactId>
    <versioning><latest>1.99</latest><versions>${listed}</versions></versioning></metadata>`;
  await put(`${artifact}/maven-metadata.xml`, metadata);
  const target = `${artifact}/maven-metadata.xml`;
  const report = execFileSync('wrk', ['-t1', '-c16', '-d5', '-H', `PRIVATE-TOKEN: ${TOKEN}`, '--latency', target], {
    encoding: 'utf8',
  });
  const [, rate] = /Requests\/sec:\s+([\d.]+)/.exec(report);
  const [, half] = /50%\s+(\S+)/.exec(report);
  console.log(`maven metadata of ${VERSIONS} versions: ${Number(rate).toFixed(0)} requests/s, median ${half}`);
}

async function put(url, body) {
  const answer = await fetch(url, { method: 'PUT', headers: HEADERS, body });
  if (!answer.ok) {
    throw new Error(`PUT ${url}: ${answer.status} ${await answer.text()}`);
  }
}

function configIn(folder) {
  mkdirSync(path.join(folder, 'theirs'));
  const file = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log /dev/null; worker_processes 1; user root;
     events {} http { access_log off; sendfile on; ${temporary.join(' ')}
     server { listen ${new URL(THEIRS).host}; root ${folder}/theirs; } }`,
  );
  return file;
}
