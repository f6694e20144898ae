// Reads: the tag list of 1,000 tags and one manifest, beside Debian's docker-registry; then the management REST of a
// repository with 100,000 tags, in milliseconds at one request after the other.
// Run: npm run bench -- registry-reads   (needs `docker-registry` and `wrk`, the Debian packages)
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import pg from 'pg';
import { median } from './support/median.mjs';
import { bearer, OURS, post, THEIRS, TOKEN, withRegistries } from './support/registries.mjs';
import { needPrograms } from './support/need-programs.mjs';

needPrograms('docker-registry', 'wrk');

const TAGS = 1000;
const MANY_TAGS = 100_000;
const ROUNDS = 3;
const SECONDS = 4;
const CALLS = 60;
const NAME = 'root/bench';
const MANIFEST_TYPE = 'application/vnd.oci.image.manifest.v1+json';

await withRegistries(async ({ dataDir }) => {
  const project = await post('/projects', { path: 'bench' });
  const headers = await bearer(NAME);
  await Promise.all([fill(OURS, headers), fill(THEIRS, {})]);
  for (const target of [`/v2/${NAME}/tags/list`, `/v2/${NAME}/manifests/tag-500`]) {
    compare(target, headers);
  }
  const repositoryId = await storeManyTags(dataDir, project.id);
  const repositories = `/projects/${project.id}/registry/repositories`;
  for (const target of [
    `${repositories}?tags_count=true`,
    `${repositories}/${repositoryId}/tags?per_page=100`,
    `${repositories}/${repositoryId}/tags?per_page=100&page=500`,
    `${repositories}/${repositoryId}/tags/tag-050000`,
    `/registry/repositories/${repositoryId}?tags_count=true`,
    `/registry/repositories/${repositoryId}?size=true`,
  ]) {
    console.log(`${(await millisOf(target)).toFixed(1).padStart(6)} ms  GET ${target}`);
  }
});

/** The same image under every tag. */
async function fill(base, headers) {
  const config = Buffer.from('{"architecture":"amd64","os":"linux","rootfs":{"type":"layers","diff_ids":[]}}');
  const digest = `sha256:${createHash('sha256').update(config).digest('hex')}`;
  const opened = await fetch(`${base}/v2/${NAME}/blobs/uploads/`, { method: 'POST', headers });
  const location = new URL(opened.headers.get('location'), base);
  location.searchParams.set('digest', digest);
  await fetch(location, { method: 'PUT', headers, body: config });
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: MANIFEST_TYPE,
    config: { mediaType: 'application/vnd.oci.image.config.v1+json', digest, size: config.length },
    layers: [],
  });
  for (let index = 0; index < TAGS; index++) {
    const { status } = await fetch(`${base}/v2/${NAME}/manifests/tag-${index}`, {
      method: 'PUT',
      headers: { ...headers, 'Content-Type': MANIFEST_TYPE },
      body: manifest,
    });
    if (status !== 201) {
      throw new Error(`not pushed to ${base}: ${status}`);
    }
  }
}

function compare(target, headers) {
  const ratios = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const ours = measure(OURS + target, headers);
    const theirs = measure(THEIRS + target, { Accept: MANIFEST_TYPE });
    ratios.push(ours / theirs);
    console.log(`round ${round}: ${ours.toFixed(0)} beside ${theirs.toFixed(0)} requests/s  GET ${target}`);
  }
  console.log(`median ratio ${median(ratios).toFixed(2)}`);
}

function measure(url, headers) {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const report = execFileSync('wrk', ['-t1', '-c16', `-d${SECONDS}`, ...lines, url], { encoding: 'utf8' });
  if (/Non-2xx/.test(report)) {
    throw new Error(report);
  }
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(report)[1]);
}

async function storeManyTags(dataDir, projectId) {
  const { startEmbeddedPostgres } = await import('../dist/platform/database/embedded/embedded-postgres.js');
  const { connection } = await startEmbeddedPostgres({ dataDir }); // adopts the running server
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query(
    `insert into container_repositories (project_id, name, first_manifest_at) values ($1, 'many', now()) returning id`,
    [projectId],
  );
  await client.query(
    `with stored as (
       insert into container_manifests (repository_id, digest, media_type, size, bytes, image_created_at, untagged_at)
       select $1::bigint, 'sha256:' || encode(sha256(convert_to('many ' || n, 'UTF8')), 'hex'), '${MANIFEST_TYPE}', 2,
         '{}', now() - n * interval '1 minute', null from generate_series(1, $2::int) n returning id)
     insert into container_tags (repository_id, name, manifest_id)
     select $1::bigint, 'tag-' || lpad(row_number() over (order by id)::text, 6, '0'), id from stored`,
    [rows[0].id, MANY_TAGS],
  );
  await client.query('vacuum analyze');
  await client.end();
  return rows[0].id;
}

/** The median of so many calls, after some that do not count. */
async function millisOf(target) {
  const times = [];
  for (let call = 0; call < CALLS + 10; call++) {
    const started = performance.now();
    const answer = await fetch(`${OURS}/api/v4${target}`, { headers: { 'PRIVATE-TOKEN': TOKEN } });
    await answer.arrayBuffer();
    if (!answer.ok) {
      throw new Error(`${answer.status} for ${target}`);
    }
    times.push(performance.now() - started);
  }
  return median(times.slice(10));
}
