// What users do all day, all of it at once: lists, commits, projects, pushes by git, images and triggers on 32
// connections.
// Run: npm run bench -- mixed-load   (BENCH_SECONDS, 300 unless told; BENCH_PAUSE_MS between two calls of a connection)
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync, mkdtempSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { call, newInstance } from './growth/instance.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 300);
const PAUSE_MS = Number(process.env.BENCH_PAUSE_MS ?? 100);
const WARM_SECONDS = 30;
const PROJECTS = 12;
const LAYER_BYTES = 64 * 1024;
/** Connections of each kind: 32 together. */
const SHARES = { list: 11, commit: 6, project: 1, push: 4, image: 5, trigger: 5 };
const PORT = 3991;

const run = promisify(execFile);
const agent = new Agent({ keepAlive: true });
const instance = newInstance(String(PORT));
const base = `http://127.0.0.1:${PORT}`;
const clones = mkdtempSync(path.join(tmpdir(), 'slipway-clones-'));
const times = Object.fromEntries(Object.keys(SHARES).map((kind) => [kind, []]));
const failures = {};

try {
  await instance.start();
  const work = await prepare();
  await loadFor(WARM_SECONDS, work, () => undefined);
  const before = residentMiB();
  console.log(`resident memory: ${before} MiB after ${WARM_SECONDS} s`);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMiB())), 1000);
  await loadFor(SECONDS, work, (kind, took) => times[kind].push(took));
  clearInterval(watch);
  for (const [kind, took] of Object.entries(times)) {
    took.sort((a, b) => a - b);
    const at = (share) => (took[Math.floor(took.length * share)] ?? 0).toFixed(0);
    const rate = (took.length / SECONDS).toFixed(0);
    console.log(`${kind}: ${rate}/s, median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(0.99999)} ms`);
  }
  console.log(`resident memory: ${peak} MiB at most, ${residentMiB()} MiB at the end`);
  console.log(`failures: ${JSON.stringify(failures)}`);
} finally {
  agent.destroy();
  await instance.stop();
  instance.remove();
  rmSync(clones, { recursive: true, force: true });
}

/** Makes the projects and clones; answers what a connection of each kind does. */
async function prepare() {
  const projects = [];
  for (let at = 0; at < PROJECTS; at += 1) {
    const project = await call(instance, 'POST', '/projects', { path: `mixed-${at}`, initialize_with_readme: true });
    const content = 'build: { script: make, rules: [{ if: $CI_PIPELINE_SOURCE == "trigger" }] }';
    const file = { branch: 'main', commit_message: 'CI', content };
    await call(instance, 'POST', `/projects/${project.id}/repository/files/.ci.yml`, file);
    const { token } = await call(instance, 'POST', `/projects/${project.id}/triggers`, { description: 'load' });
    projects.push({ ...project, token });
  }
  for (let worker = 0; worker < SHARES.push; worker += 1) {
    await clone(projects[worker], worker);
  }
  const lists = projects.flatMap(({ id }) => [
    '/projects?per_page=20',
    '/projects?search=mixed&per_page=20',
    `/projects/${id}`,
    `/projects/${id}/pipelines`,
    `/projects/${id}/repository/commits`,
    `/projects/${id}/repository/tree`,
    `/projects/${id}/registry/repositories`,
    `/projects/${id}/packages`,
    '/groups',
    '/user',
  ]);
  return {
    list: (worker, turn) => api('GET', lists[(worker * 7 + turn) % lists.length]),
    commit: (worker, turn) => commit(projects[(worker + turn) % PROJECTS], `${worker}-${turn}`),
    project: () =>
      api('POST', '/projects', { path: `made-${randomBytes(6).toString('hex')}`, initialize_with_readme: true }),
    push: (worker, turn) => push(worker, turn),
    image: (worker, turn) => pushImage(projects[(worker + turn) % PROJECTS], `${worker}-${turn % 50}`),
    trigger: (worker, turn) => trigger(projects[(worker + turn) % PROJECTS]),
  };
}

async function loadFor(seconds, work, note) {
  const end = performance.now() + seconds * 1000;
  const loop = async (kind, worker) => {
    for (let turn = 0; performance.now() < end; turn += 1) {
      const start = performance.now();
      const failure = await work[kind](worker, turn).then(
        () => undefined,
        (error) => `${kind} ${error.status ?? error.code ?? error.message}`,
      );
      note(kind, performance.now() - start);
      if (failure !== undefined) {
        failures[failure] = (failures[failure] ?? 0) + 1;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const loops = Object.entries(SHARES).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, worker) => loop(kind, worker)),
  );
  await Promise.all(loops);
}

function commit({ id }, name) {
  const actions = [{ action: 'create', file_path: `${randomBytes(4).toString('hex')}/${name}.txt`, content: name }];
  const body = { branch: 'main', commit_message: `Commit ${name}`, actions };
  return api('POST', `/projects/${id}/repository/commits`, body);
}

function trigger({ id, token }) {
  return api('POST', `/projects/${id}/trigger/pipeline`, { ref: 'main', token });
}

async function clone({ path_with_namespace: fullPath }, worker) {
  const url = `http://root:${instance.adminToken}@127.0.0.1:${PORT}/${fullPath}.git`;
  const folder = path.join(clones, String(worker));
  await run('git', ['clone', '-q', url, folder]);
  await run('git', ['-C', folder, 'checkout', '-q', '-b', `branch-${worker}`]);
}

/** A commit on a branch of its own, and `git push`; the time of the client's processes is part of it. */
async function push(worker, turn) {
  const git = ['-C', path.join(clones, String(worker)), '-c', 'user.name=Load', '-c', 'user.email=load@example.com'];
  writeFileSync(path.join(clones, String(worker), 'pushed.txt'), `${turn} ${randomBytes(4).toString('hex')}\n`);
  await run('git', [...git, 'add', '.']);
  await run('git', [...git, 'commit', '-q', '-m', `Push ${turn}`]);
  await run('git', [...git, 'push', '-q', 'origin', 'HEAD']);
}

/** Token, config and layer of their own, and a manifest under a tag: the calls of `docker push`. */
async function pushImage({ path_with_namespace: name }, tag) {
  const basic = Buffer.from(`root:${instance.adminToken}`).toString('base64');
  const scope = encodeURIComponent(`repository:${name}:pull,push`);
  const target = `/jwt/auth?service=container_registry&scope=${scope}`;
  const { token } = (await send('GET', target, { headers: { Authorization: `Basic ${basic}` } })).json();
  const headers = { Authorization: `Bearer ${token}` };
  const config = await uploadBlob(name, headers, Buffer.from(JSON.stringify({ made: randomBytes(8).toString('hex') })));
  const layer = await uploadBlob(name, headers, randomBytes(LAYER_BYTES));
  const type = 'application/vnd.oci.image.manifest.v1+json';
  const manifest = {
    schemaVersion: 2,
    mediaType: type,
    config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...config },
    layers: [{ mediaType: 'application/vnd.oci.image.layer.v1.tar', ...layer }],
  };
  const body = Buffer.from(JSON.stringify(manifest));
  await send('PUT', `/v2/${name}/manifests/${tag}`, { headers: { ...headers, 'Content-Type': type }, body });
}

async function uploadBlob(name, headers, body) {
  const digest = `sha256:${createHash('sha256').update(body).digest('hex')}`;
  const opened = await send('POST', `/v2/${name}/blobs/uploads/`, { headers });
  const target = new URL(opened.headers.location, base);
  target.searchParams.set('digest', digest);
  const type = { 'Content-Type': 'application/octet-stream' };
  await send('PUT', target.pathname + target.search, { headers: { ...headers, ...type }, body });
  return { digest, size: body.length };
}

function api(method, target, body) {
  const headers = { 'PRIVATE-TOKEN': instance.adminToken, 'Content-Type': 'application/json' };
  return send(method, `/api/v4${target}`, { headers, body: body && Buffer.from(JSON.stringify(body)) });
}

/** Fails with the status of an answer that is none of success. */
function send(method, target, { headers, body }) {
  return new Promise((resolve, reject) => {
    const length = { 'Content-Length': body?.length ?? 0 };
    const sent = request(new URL(target, base), { agent, method, headers: { ...headers, ...length } }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () => {
        const status = answer.statusCode;
        const text = () => Buffer.concat(chunks).toString();
        if (status >= 200 && status < 300) {
          resolve({ headers: answer.headers, json: () => JSON.parse(text()) });
        } else {
          reject(Object.assign(new Error(text()), { status }));
        }
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

function residentMiB() {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${instance.service.pid}/status`, 'utf8'));
  return Math.round(Number(line[1]) / 1024);
}
