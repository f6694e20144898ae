import { createHash } from 'node:crypto';
import path from 'node:path';
import { Pacer } from '../../common/concurrency/pacer.js';
import type { GitObject } from './cat-file.js';
import { readObject } from './loose-objects.js';
import { headOf, idOfRef } from './ref-files.js';
import { BRANCHES, isRefName } from './ref-names.js';
import type { RepositoryFiles } from './repository-files.js';
import { compareKeys, nameKey, parseTree, writeTree } from './tree-object.js';

/** Contents of a repository, in the format of `for-each-ref` and `cat-file --batch-all-objects`. */
export interface RepositoryContents {
  /** Lines of `<id> <refname>`, by name. */
  readonly refs: string;
  /** Lines of `<id> <type> <size>`, by id. */
  readonly objects: string;
}

/** Maximum number of objects, and of refs with their own file: beyond it, a process that reads them all is cheaper. */
const MOST_FILES = 128;
/** Git may give a meaning to any other entry. */
const PLAIN = new Set(['HEAD', 'config', 'description', 'hooks', 'info', 'objects', 'packed-refs', 'refs']);
const FOLDER = /^[0-9a-f]{2}$/;
const REST = /^[0-9a-f]{38}$/;
const PACKED = /^(?<id>[0-9a-f]{40}) (?<name>refs\/.+)$/;
const LEFT_BY_WRITERS = /^tmp_|\.lock$/;
/** For refs, git only refuses this suffix: a branch may be named like the temporary files of objects. */
const LOCK = /\.lock$/;
/** The headers exactly as git writes them. Deviating ones are left to git, which may find them broken. */
const COMMIT = /^tree (?<treeId>[0-9a-f]{40})\n(?<parents>(?:parent [0-9a-f]{40}\n)*)author /;
const PARENT = /[0-9a-f]{40}/g;
const TAG = /^object (?<id>[0-9a-f]{40})\ntype (?<type>blob|tree|commit|tag)\ntag /;

/** An object that a ref or another object refers to, and the type that it must have. */
interface Need {
  readonly id: string;
  /** Null for any type. */
  readonly type: string | null;
}

/** An object, and the objects that it refers to. */
interface Linked extends Pick<GitObject, 'id' | 'type' | 'size'> {
  readonly needs: readonly Need[];
}

/**
 * Returns the contents of a repository with these files without a process, if its few objects are all loose: every
 * object has the content of its id, and everything that the refs need exists. Null otherwise, or when only git can
 * tell.
 */
export async function contentsOf(files: RepositoryFiles): Promise<RepositoryContents | null> {
  const ids = isPlain(files) ? looseIds(files) : null;
  const refs = ids && refsOf(files);
  if (ids === null || refs === null) {
    return null;
  }
  const objects = new Map<string, Linked>();
  const pacer = new Pacer();
  for (const [id, compressed] of ids) {
    const object = await linked(readObject(id, compressed));
    if (object === null) {
      return null;
    }
    objects.set(id, object);
    await (pacer.isDue ? pacer.pause() : undefined);
  }
  return areReachable([...refs].map(needOfRef), objects)
    ? { refs: refLines(refs), objects: objectLines(objects) }
    : null;
}

function isPlain(files: RepositoryFiles): boolean {
  const names = [...files.keys()].map((file) => file.split('/', 1).join());
  return headOf(files.get('HEAD')) !== null && names.every((name) => PLAIN.has(name) || LEFT_BY_WRITERS.test(name));
}

/** Sorted by id; null when some objects are packed, or when there are too many. */
function looseIds(files: RepositoryFiles): ReadonlyMap<string, Buffer> | null {
  const found = new Map<string, Buffer>();
  for (const [file, content] of filesBelow('objects/', files, LEFT_BY_WRITERS)) {
    const [folder = '', name = '', ...more] = file.split('/');
    if (!FOLDER.test(folder) || !REST.test(name) || more.length > 0 || found.size === MOST_FILES) {
      return null;
    }
    found.set(folder + name, content);
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Ids by name; null when a ref is symbolic, has a name that git might skip, or when there are too many. */
function refsOf(files: RepositoryFiles): ReadonlyMap<string, string> | null {
  const refs = packedRefsOf(files.get('packed-refs'));
  const loose = filesBelow('refs/', files, LOCK);
  if (refs === null || loose.length > MOST_FILES) {
    return null;
  }
  for (const [file, content] of loose) {
    const id = idOfRef(content);
    if (id === null) {
      return null;
    }
    refs.set(`refs/${file}`, id);
  }
  return [...refs.keys()].every((name) => isRefName(name.slice('refs/'.length))) ? refs : null;
}

function packedRefsOf(content: Buffer | undefined): Map<string, string> | null {
  const text = content?.toString('utf8') ?? '';
  if (text !== '' && !text.endsWith('\n')) {
    return null; // truncated: the last name may be incomplete
  }
  const refs = new Map<string, string>();
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('#') && !each.startsWith('^'))) {
    const { id, name } = PACKED.exec(line)?.groups ?? {};
    if (id === undefined || name === undefined) {
      return null;
    }
    refs.set(name, id);
  }
  return refs;
}

/** Files below a directory by their relative paths, without unfinished ones. */
const filesBelow = (
  directory: string,
  files: RepositoryFiles,
  leftOut: RegExp,
): readonly (readonly [string, Buffer])[] =>
  [...files]
    .filter(([file]) => file.startsWith(directory) && !leftOut.test(path.posix.basename(file)))
    .map(([file, content]) => [file.slice(directory.length), content]);

/** Null for an object that does not match its id, or that refers to more objects than a small repository has. */
async function linked(object: GitObject | null): Promise<Linked | null> {
  if (object === null) {
    return null;
  }
  const { id, type, size, content } = object;
  const digest = createHash('sha1').update(`${type} ${size}\0`).update(content).digest('hex');
  const needs = digest === id ? await needsOf(object) : null;
  return needs && needs.length <= MOST_FILES ? { id, type, size, needs } : null;
}

/** Null for an object that git would have written differently. */
function needsOf({ type, content }: GitObject): Promise<readonly Need[] | null> | readonly Need[] | null {
  switch (type) {
    case 'commit':
      return needsOfCommit(content.toString('latin1'));
    case 'tree':
      return needsOfTree(content);
    case 'tag':
      return needsOfTag(content.toString('latin1'));
    case 'blob':
      return [];
  }
}

function needsOfCommit(text: string): readonly Need[] | null {
  const { treeId, parents } = COMMIT.exec(text)?.groups ?? {};
  if (treeId === undefined || parents === undefined) {
    return null;
  }
  const parentIds = parents.match(PARENT) ?? [];
  return [{ id: treeId, type: 'tree' }, ...parentIds.map((id) => ({ id, type: 'commit' }))];
}

function needsOfTag(text: string): readonly Need[] | null {
  const { id, type } = TAG.exec(text)?.groups ?? {};
  return id === undefined || type === undefined ? null : [{ id, type }];
}

/** Each object once: a large tree may refer to the same few objects thousands of times. */
async function needsOfTree(content: Buffer): Promise<readonly Need[] | null> {
  const entries = await parseTree(content);
  if (!(await writeTree(entries)).equals(content)) {
    return null;
  }
  const needs = new Map<string, Need>();
  for (const { id, type } of entries.filter((entry) => entry.type !== 'commit')) {
    needs.set(`${type} ${id}`, { id, type });
  }
  return [...needs.values()];
}

/** Branches must point to commits. */
const needOfRef = ([name, id]: readonly [string, string]): Need => ({
  id,
  type: name.startsWith(BRANCHES) ? 'commit' : null,
});

function areReachable(from: readonly Need[], objects: ReadonlyMap<string, Linked>): boolean {
  const left = [...from];
  const seen = new Set<string>();
  for (let need = left.pop(); need !== undefined; need = left.pop()) {
    const object = objects.get(need.id);
    if (!object || (need.type !== null && need.type !== object.type)) {
      return false;
    }
    if (!seen.has(object.id)) {
      seen.add(object.id);
      left.push(...object.needs);
    }
  }
  return true;
}

const refLines = (refs: ReadonlyMap<string, string>): string =>
  [...refs]
    .sort(([one], [other]) => compareKeys(nameKey(one), nameKey(other)))
    .map(([name, id]) => `${id} ${name}\n`)
    .join('');

const objectLines = (objects: ReadonlyMap<string, Linked>): string =>
  [...objects.values()].map(({ id, type, size }) => `${id} ${type} ${size}\n`).join('');
