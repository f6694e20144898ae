import { fileTooLarge } from '../../access/package-errors.js';
import type { ReadSession } from '../../../repositories/reads/read-session.js';
import type { NewZipEntry } from './zip-stream.js';

/** Source of a module's archive. */
export interface ModuleTree {
  readonly treeId: string;
  /** Tree of the whole repository: its licence is used if the module has none. */
  readonly rootTreeId: string;
  /** Prefix of every entry: the module's path and version. */
  readonly prefix: string;
}

const GO_MOD = 'go.mod';
const LICENSE = 'LICENSE';
const VENDOR = 'vendor';
/** A zip archive stores the number of its files in two bytes; trees of a few kilobytes can expand to more files. */
const MAX_FILES = 65_000;
const MAX_FOLDERS = 65_000;
const MAX_DEPTH = 100;

interface FoundFile {
  readonly name: string;
  readonly id: string;
}

/** The module's files, in git's order, without vendored files and nested modules (contract: packages §5.10). */
export async function* moduleFiles(session: ReadSession, tree: ModuleTree): AsyncGenerator<NewZipEntry> {
  const left = { files: MAX_FILES, folders: MAX_FOLDERS, entries: MAX_FILES + MAX_FOLDERS };
  let hasLicense = false;
  for await (const { name, id } of filesBelow(session, tree.treeId, '', left)) {
    hasLicense ||= name === LICENSE;
    yield { name: `${tree.prefix}/${name}`, pieces: contentOf(session, id) };
  }
  const license = hasLicense || tree.treeId === tree.rootTreeId ? undefined : await licenseIn(session, tree.rootTreeId);
  if (license !== undefined) {
    yield { name: `${tree.prefix}/${LICENSE}`, pieces: contentOf(session, license) };
  }
}

async function* filesBelow(
  session: ReadSession,
  treeId: string,
  prefix: string,
  left: { files: number; folders: number; entries: number },
): AsyncGenerator<FoundFile> {
  const entries = await session.tree(treeId);
  if (--left.folders < 0 || prefix.split('/').length > MAX_DEPTH) {
    throw fileTooLarge();
  }
  if (prefix !== '' && entries.some(({ name, type }) => name === GO_MOD && type === 'blob')) {
    return;
  }
  left.entries -= entries.length;
  if (left.entries < 0) {
    throw fileTooLarge(); // the entries of each level stay in memory until it is done
  }
  for (const { name, id, type, mode } of entries) {
    if (type === 'tree' && name !== VENDOR) {
      yield* filesBelow(session, id, `${prefix}${name}/`, left);
    }
    if (mode.startsWith('100')) {
      if (--left.files < 0) {
        throw fileTooLarge();
      }
      yield { name: prefix + name, id };
    }
  }
}

async function licenseIn(session: ReadSession, treeId: string): Promise<string | undefined> {
  const entries = await session.tree(treeId);
  return entries.find(({ name, mode }) => name === LICENSE && mode.startsWith('100'))?.id;
}

async function* contentOf(session: ReadSession, id: string): AsyncGenerator<Uint8Array> {
  const blob = await session.openBlob(id);
  if (blob) {
    yield* blob.pieces;
  }
}
