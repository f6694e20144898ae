// Starts Slipway from a bare checkout: installs and builds what is missing, then runs it in this very process.
// Until that is done only `node:` modules may be imported, here and in ./start/.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildIfStale, isBuildStale } from './start/build.mjs';
import { installIfNeeded, isInstallNeeded } from './start/packages.mjs';
import { run } from './start/run.mjs';
import { removeScratch, scratchInMemory } from './start/scratch.mjs';
import { takeTurn } from './start/turn.mjs';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const OLDEST_NODE = [20, 19];
const ENTRY_POINTS = { serve: 'dist/program/main.js', cli: 'dist/program/cli.js', worker: 'dist/program/worker.js' };
/** Which projects of Jest; those that start and kill the program take nearly as long as all others together. */
const TESTS = { test: ['--ignoreProjects', 'processes'], 'test-processes': ['--selectProjects', 'processes'] };
const USAGE =
  'Usage: node src/start.mjs [serve | worker | build | cli <arguments> | (test | test-processes) <jest arguments>]';

process.stderr.on('error', () => undefined); // nobody reads any more: no error of the start
const say = (sentence) => process.stderr.write(`${sentence}\n`);

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    throw new Error(`Slipway needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  }
}

/** Packages and build are made by one start at a time; a start that needs neither takes no turn and writes nothing. */
async function prepare(word) {
  requireNode();
  if (word !== 'build' && !(word in TESTS) && !(word in ENTRY_POINTS)) {
    throw new Error(USAGE);
  }
  const withDev = word in TESTS;
  if (!isInstallNeeded(ROOT, withDev) && !isBuildStale(ROOT)) {
    return;
  }
  const endTurn = await takeTurn(path.join(ROOT, 'dist', '.turn'), say);
  try {
    await installIfNeeded(ROOT, withDev, say);
    await buildIfStale(ROOT, say);
  } finally {
    endTurn();
  }
}

async function runTests(projects, args) {
  // One thread collects garbage for each worker, there are more workers than cores; and it does so less often.
  const memory = ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64'];
  const node = [...memory, '--experimental-vm-modules', '--no-warnings'];
  const jest = [...node, path.join(ROOT, 'node_modules/jest/bin/jest.js')];
  const scratch = process.env.TMPDIR === undefined ? scratchInMemory() : undefined;
  const env = { ...process.env, ...(scratch === undefined ? {} : { TMPDIR: scratch, SLIPWAY_TEST_SCRATCH: scratch }) };
  const { code } = await run(process.execPath, [...jest, ...args, ...projects], { cwd: ROOT, stdio: 'inherit', env });
  removeScratch(scratch);
  process.exitCode = code;
}

async function open(entryPoint, args) {
  const file = path.join(ROOT, ENTRY_POINTS[entryPoint]);
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
}

async function start([word = 'serve', ...args]) {
  try {
    await prepare(word);
  } catch (error) {
    say(error.message); // each of them is a sentence for the operator; what an entry point throws keeps its stack
    process.exitCode = 1;
    return;
  }
  if (word !== 'build') {
    await (word in TESTS ? runTests(TESTS[word], args) : open(word, args));
  }
}

await start(process.argv.slice(2));
