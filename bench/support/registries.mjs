// The two registries that benchmarks compare: the product, and Debian's docker-registry (package `docker-registry`).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { untilUp } from './until-up.mjs';

export const OURS = 'http://127.0.0.1:3973';
export const THEIRS = 'http://127.0.0.1:3974';
export const TOKEN = 'bench-token-0123456789abcdef';

/** Runs `work` while both serve on the same disk; answers nothing and leaves nothing. */
export async function withRegistries(work) {
  const dir = mkdtempSync(path.join(tmpdir(), 'slipway-bench-'));
  const dataDir = path.join(dir, 'ours');
  const slipway = spawn(process.execPath, ['src/start.mjs'], {
    env: {
      ...process.env,
      PORT: new URL(OURS).port,
      DATA_DIR: dataDir,
      ADMIN_TOKEN: TOKEN,
      LOG_LEVEL: 'warn',
      REGISTRY_TOKEN_TTL: '3600',
    },
    stdio: 'ignore',
  });
  const docker = spawn('docker-registry', ['serve', configIn(dir)], { stdio: 'ignore' });
  try {
    await Promise.all([untilUp(`${OURS}/-/readiness`), untilUp(`${THEIRS}/v2/`)]);
    await work({ slipway, dir, dataDir });
  } finally {
    docker.kill();
    slipway.kill('SIGTERM');
    await new Promise((resolve) => slipway.once('exit', resolve));
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A POST to the management REST as the administrator. */
export async function post(target, body) {
  const headers = { 'PRIVATE-TOKEN': TOKEN, 'Content-Type': 'application/json' };
  const answer = await fetch(`${OURS}/api/v4${target}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json();
}

/** What `/v2` of the product is asked with. */
export async function bearer(name) {
  const basic = Buffer.from(`root:${TOKEN}`).toString('base64');
  const answer = await fetch(`${OURS}/jwt/auth?service=container_registry&scope=repository:${name}:pull,push`, {
    headers: { Authorization: `Basic ${basic}` },
  });
  return { Authorization: `Bearer ${(await answer.json()).token}` };
}

function configIn(dir) {
  const file = path.join(dir, 'registry.yml');
  const { host } = new URL(THEIRS);
  writeFileSync(
    file,
    `version: 0.1\nlog: {level: error}\nstorage: {filesystem: {rootdirectory: ${dir}/theirs}, delete: {enabled: true}}\nhttp: {addr: ${host}}\n`,
  );
  return file;
}
