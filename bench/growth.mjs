// Every list of the OpenAPI document at growing sizes: what costs more with more rows, and what is slow.
// Run: npm run bench -- growth [sizes, 1000 100000 unless given] [--out file] [--plans] [--only part-of-a-path]
//      npm run bench -- growth [sizes] --idle   CPU share of an idle service instead
//      npm run bench -- growth [sizes] --keep folder   fills the instances there once, and takes them from there again
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { idleShare } from './growth/idle.mjs';
import { newInstance } from './growth/instance.mjs';
import { listsOf } from './growth/lists.mjs';
import { measureReference, measureList } from './growth/measure.mjs';
import { explainFromNextStart, logOf, planOf } from './growth/plans.mjs';
import { Report } from './growth/report.mjs';
import { NEEDLE } from './growth/rows.mjs';
import { LEAST_ROWS, MOST_ROWS, seed } from './growth/seed.mjs';
import { createSubjects } from './growth/subjects.mjs';

const PORT = '3981';
const DEFAULT_SIZES = [1000, 100_000];
const MOST_PLANS = 60;

const { values: options, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    only: { type: 'string', default: '' },
    plans: { type: 'boolean', default: false },
    idle: { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});
const sizes = positionals.length > 0 ? positionals.map(Number) : DEFAULT_SIZES;
if (!sizes.every((size) => Number.isInteger(size / LEAST_ROWS) && size >= LEAST_ROWS && size <= MOST_ROWS)) {
  throw new Error(`A size is a multiple of ${LEAST_ROWS}, and ${MOST_ROWS} at most.`);
}

const report = new Report();
const plans = [];
for (const size of sizes) {
  const kept = options.keep && keptAt(path.resolve(options.keep), size);
  const instance = newInstance(PORT, kept?.dataDir);
  try {
    await instance.start();
    const subjects = kept?.subjects ?? (await fill(instance, size));
    kept?.save(subjects);
    await (options.idle ? watchIdle(instance, size) : measure(instance, subjects, size));
  } finally {
    await instance.stop();
    if (!kept) {
      instance.remove();
    }
  }
}
if (!options.idle) {
  finish();
}

async function fill(instance, size) {
  const subjects = await createSubjects(instance);
  const seconds = await seed(instance, subjects, size, (line) => console.error(line));
  console.log(`${size} rows of each kind, seeded in ${seconds.toFixed(0)} s`);
  return subjects;
}

/** Where an instance of this size is kept; the file beside it is written last, so an unfinished one is refused. */
function keptAt(folder, size) {
  const dataDir = path.join(folder, String(size));
  const file = `${dataDir}.json`;
  const isWhole = existsSync(file);
  if (!isWhole && existsSync(dataDir)) {
    throw new Error(`${dataDir} was not filled to its end: remove it first.`);
  }
  return {
    dataDir,
    subjects: isWhole ? JSON.parse(readFileSync(file, 'utf8')) : undefined,
    save: (subjects) => writeFileSync(file, JSON.stringify(subjects)),
  };
}

async function watchIdle(instance, size) {
  const { service, database } = await idleShare(instance);
  console.log(
    `${size} rows, idle for a minute: ${(service + database).toFixed(2)} % of a core ` +
      `(service ${service.toFixed(2)} %, PostgreSQL ${database.toFixed(2)} %)`,
  );
}

async function measure(instance, subjects, size) {
  const callers = callersOf(instance, subjects);
  const lists = listsOf(await (await fetch(`${instance.api}/openapi.json`)).json(), subjects);
  for (const list of lists.filter(({ path }) => path.includes(options.only))) {
    await measureCallers(instance, list, callers, size);
    report.addReference(size, await measureReference(instance.api, instance.adminToken));
    write();
  }
  if (options.plans && size === sizes.at(-1)) {
    await explain(instance, callers);
  }
}

/** A caller of each kind, by token. */
function callersOf({ adminToken }, { owner, member }) {
  return { admin: adminToken, owner: owner.token, member: member.token, anonymous: undefined };
}

async function measureCallers({ api }, list, callers, size) {
  const { path, reason } = list;
  if (reason !== undefined) {
    report.note(`${path}: ${reason}`);
    return;
  }
  const cells = [];
  for (const [caller, token] of Object.entries(callers)) {
    const measured = await measureList(api, list, token);
    cells.push(...measured.map((cell) => ({ path, caller, ...cell })));
  }
  cells.forEach((cell) => report.add(size, cell));
  noteGaps(list, cells);
  console.error(`  ${path}`);
}

/** Names what was asked and showed nothing to anybody, and what was not asked. */
function noteGaps({ path, unknown, keysets }, cells) {
  if (keysets.length === 0) {
    return; // a record
  }
  const isEmpty = (search) => !cells.some(({ variant, rows }) => variant.includes(search) && rows > 0);
  if (isEmpty('')) {
    report.note(`${path}: shows no row to any caller`);
  }
  if (cells.some(({ variant }) => variant.includes(NEEDLE)) && isEmpty(NEEDLE)) {
    report.note(`${path}: the search finds nothing`);
  }
  if (unknown.length > 0) {
    report.note(`${path}: not filtered by ${unknown.join(', ')}`);
  }
}

async function explain(instance, callers) {
  await explainFromNextStart(instance);
  await instance.stop();
  await instance.start();
  const logFile = await logOf(instance);
  for (const { path, variant, caller, target } of report.marked().slice(0, MOST_PLANS)) {
    const plan = await planOf(logFile, `${instance.api}${target}`, callers[caller]);
    plans.push(`${caller} ${path} ${variant}\n${plan}`);
    write();
  }
}

function text() {
  return [report.text(), ...(plans.length > 0 ? ['PLANS of what is marked, the slowest first', ...plans] : [])].join(
    '\n',
  );
}

function write() {
  if (options.out !== undefined) {
    writeFileSync(options.out, text());
  }
}

function finish() {
  write();
  console.log(text());
}
