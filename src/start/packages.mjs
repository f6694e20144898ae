import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { withProgress } from './progress.mjs';
import { run } from './run.mjs';

/** npm writes this list last, so it never lists an install that was interrupted. */
const INSTALLED_LIST = 'node_modules/.package-lock.json';

/**
 * Names what the lock file asks for and the installed list lacks or has in another version.
 * Optional packages are left out: most of them belong to other machines.
 */
export function missingPackages(locked, installed, withDev) {
  return Object.entries(locked)
    .filter(([folder, wanted]) => folder !== '' && !wanted.optional && !wanted.peer && !wanted.link)
    .filter(([, wanted]) => withDev || !(wanted.dev || wanted.devOptional))
    .filter(([folder, wanted]) => installed[folder]?.version !== wanted.version)
    .map(([folder]) => folder);
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * Whether `npm install` has to run: versions are compared, not times, because checkouts and archives set times at will.
 */
export function isInstallNeeded(root, withDev) {
  const locked = packagesOf(path.join(root, 'package-lock.json'));
  const installed = packagesOf(path.join(root, INSTALLED_LIST));
  const present = Object.fromEntries(
    Object.entries(installed).filter(([folder]) => existsSync(path.join(root, folder))),
  );
  return missingPackages(locked, present, withDev).length > 0;
}

/** The development packages stay once they are there: an install without them would remove them. */
const hasDevPackages = (root) => existsSync(path.join(root, 'node_modules/jest'));

function npmArguments(withDev) {
  return [
    'install',
    '--no-save', // `npm ci` of newer npm refuses a lock file that lacks other platforms' packages
    withDev ? '--include=dev' : '--omit=dev',
    '--include=optional', // the database server is an optional package
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
  ];
}

/** npm as it started us, else the one in the PATH. */
function npmCommand() {
  const script = process.env.npm_execpath ?? '';
  return path.basename(script) === 'npm-cli.js' ? [process.execPath, script] : ['npm'];
}

/** Installs when needed; throws with what npm said when it fails. */
export async function installIfNeeded(root, withDev, say) {
  if (!isInstallNeeded(root, withDev)) {
    return;
  }
  const isFirst = !existsSync(path.join(root, INSTALLED_LIST));
  await withProgress(
    isFirst ? 'Installing packages (first start only)' : 'Updating packages',
    () => install(root, withDev),
    say,
  );
}

async function install(root, withDev) {
  const [command, ...before] = npmCommand();
  const args = [...before, ...npmArguments(withDev || hasDevPackages(root))];
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] };
  const { code, output } = await run(command, args, options).catch((error) => ({ code: 127, output: error.message }));
  if (code !== 0) {
    throw new Error(`${output.trimEnd()}\nThe packages could not be installed (npm ended with ${code}).`);
  }
}
