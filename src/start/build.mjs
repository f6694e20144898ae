import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BUNDLE, bundle, bundleOutputs } from './bundle.mjs';
import { withProgress } from './progress.mjs';
import { run } from './run.mjs';

const STAMP = 'dist/.built';
const COMMAND_LIST = 'commands.txt';
const OTHER_INPUTS = ['tsconfig.json', 'package-lock.json'];

/** Served as they are; the compiler leaves them alone. */
const isAsset = (file) => file.endsWith('.png');
const isCompiled = (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.endsWith('.d.ts');

/** What the build is made of, below src. */
const sourcesBelow = (root) =>
  readdirSync(path.join(root, 'src'), { recursive: true })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => isCompiled(file) || isAsset(file))
    .sort();

/** The sources, and one digest over all their contents (times mean nothing after a checkout). */
export function readInputs(root) {
  const sources = sourcesBelow(root);
  const digest = createHash('sha256');
  for (const file of [...sources.map((source) => `src/${source}`), ...OTHER_INPUTS]) {
    digest
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0');
  }
  return { digest: digest.digest('hex'), sources };
}

function outputsOf(source) {
  const name = source.replace(/\.ts$/, '');
  return isAsset(source) ? [source] : [`${name}.js`, `${name}.js.map`];
}

/** What the last good build was made of; nothing when its outputs are not all there any more. */
function readStamp(root) {
  try {
    const stamp = JSON.parse(readFileSync(path.join(root, STAMP), 'utf8'));
    const outputs = [...stamp.sources.flatMap(outputsOf), ...bundleOutputs, COMMAND_LIST];
    return outputs.every((output) => existsSync(path.join(root, 'dist', output))) ? stamp : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the sources differ from those of the last good build. */
export const isBuildStale = (root) => readStamp(root)?.digest !== readInputs(root).digest;

/** Outputs (below dist) whose sources are gone. */
export const vanishedOutputs = (before, now) => before.filter((source) => !now.includes(source)).flatMap(outputsOf);

/** Removes all outputs of an unknown build, but not the lock of this start. */
function clean(root, inputs) {
  const dist = path.join(root, 'dist');
  const stamp = readStamp(root);
  const entries = existsSync(dist) ? readdirSync(dist).filter((entry) => entry !== '.turn') : [];
  const outputs = stamp ? vanishedOutputs(stamp.sources, inputs.sources) : entries;
  outputs.forEach((output) => rmSync(path.join(dist, output), { recursive: true, force: true }));
}

/** What comes after the compiler: files that are served as they are, the bundle that is started, the list for `help`. */
async function finishBuild(root) {
  copyAssets(root);
  rmSync(path.join(root, BUNDLE), { recursive: true, force: true });
  await bundle(root);
  await writeCommandList(root);
}

/** `help` reads this list: the commands themselves are only known once the whole program is loaded. */
async function writeCommandList(root) {
  const args = [path.join(root, BUNDLE, 'list-commands.js')];
  const { code, output } = await run(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  if (code !== 0) {
    throw new Error(`${output.trimEnd()}\nThe built program does not start.`);
  }
  writeFileSync(path.join(root, 'dist', COMMAND_LIST), output);
}

/** Copies from src to dist what is no input of the compiler. */
export function copyAssets(root) {
  for (const asset of sourcesBelow(root).filter(isAsset)) {
    const copy = path.join(root, 'dist', asset);
    mkdirSync(path.dirname(copy), { recursive: true });
    copyFileSync(path.join(root, 'src', asset), copy);
  }
}

/** Compiles when the sources changed; throws with what the compiler said when it fails. */
export async function buildIfStale(root, say) {
  const inputs = readInputs(root); // before compiling: an edit made meanwhile counts for the next start
  if (readStamp(root)?.digest === inputs.digest) {
    return;
  }
  clean(root, inputs);
  rmSync(path.join(root, STAMP), { force: true }); // a build that is killed must not pass for the one before it
  await withProgress(`Building: compiling ${inputs.sources.length} files`, () => compile(root), say);
  await withProgress('Building: joining them into one program', () => finishBuild(root), say);
  writeFileSync(path.join(root, STAMP), JSON.stringify(inputs));
}

async function compile(root) {
  const compiler = path.join(root, 'node_modules/typescript-native/bin/tsc');
  const oneChecker = ['--checkers', '1']; // more need more memory, and are no faster for this many files
  const args = [compiler, ...oneChecker, '--noEmitOnError', '--project', path.join(root, 'tsconfig.json')];
  const { code, output } = await run(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  if (code !== 0) {
    throw new Error(`${output.trimEnd()}\nThe sources do not compile.`);
  }
}
