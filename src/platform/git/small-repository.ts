import { createHash } from 'node:crypto';
import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { GitObject } from './cat-file.js';
import { findLoose } from './loose-objects.js';
import { packedRefs, readHeadFile, readRefFile } from './ref-files.js';
import { isRefName } from './ref-names.js';
import { compareKeys, nameKey, parseTree, writeTree } from './tree-object.js';

/** What a repository holds, in the words of `for-each-ref` and `cat-file --batch-all-objects`. */
export interface RepositoryContents {
  /** Lines of `<id> <refname>`, by name. */
  readonly refs: string;
  /** Lines of `<id> <type> <size>`, by id. */
  readonly objects: string;
}

/** Objects, and references with a file of their own: above it, a process that reads them all costs less. */
const MOST_FILES = 128;
const MOST_PACKED_BYTES = 64 * 1024;
/** Whatever else lies there, git may give a meaning to it. */
const PLAIN = new Set(['HEAD', 'config', 'description', 'hooks', 'info', 'objects', 'packed-refs', 'refs']);
const FOLDER = /^[0-9a-f]{2}$/;
const REST = /^[0-9a-f]{38}$/;
const PACKED = /^(?<id>[0-9a-f]{40}) (?<name>refs\/.+)$/;
const LEFT_BY_WRITERS = /^tmp_|\.lock$/;
/** Of a reference git refuses this alone: a branch may be called as the temporary files of objects are. */
const LOCK = /\.lock$/;
/** As git writes them. What is written otherwise is left to git, which may find it broken. */
const COMMIT = /^tree (?<treeId>[0-9a-f]{40})\n(?<parents>(?:parent [0-9a-f]{40}\n)*)author /;
const PARENT = /[0-9a-f]{40}/g;
const TAG = /^object (?<id>[0-9a-f]{40})\ntype (?<type>blob|tree|commit|tag)\ntag /;
const HEADS = 'refs/heads/';

/** An object that a reference or another object names, and what it has to be. */
interface Need {
  readonly id: string;
  /** Null where it may be anything. */
  readonly type: string | null;
}

/** An object, and those that it needs. */
interface Linked extends Pick<GitObject, 'id' | 'type' | 'size'> {
  readonly needs: readonly Need[];
}

/**
 * All of a repository whose few objects lie in files of their own, read without a process: every object has the content
 * that its name says, and all that the references need is there. Null where it is not so, or where only git can tell.
 */
export async function readSmall(directory: string): Promise<RepositoryContents | null> {
  const head = await readHeadFile(directory);
  const ids = head !== null && (await isPlain(directory)) ? await looseIds(path.join(directory, 'objects')) : null;
  const refs = ids && (await refsOf(directory));
  if (ids === null || refs === null) {
    return null;
  }
  const objects = new Map<string, Linked>();
  for (const id of ids) {
    const object = await linked(await findLoose(directory, id));
    if (object === null) {
      return null;
    }
    objects.set(id, object);
  }
  return areReachable([...refs].map(needOfRef), objects)
    ? { refs: refLines(refs), objects: objectLines(objects) }
    : null;
}

async function isPlain(directory: string): Promise<boolean> {
  for await (const { name } of await opendir(directory)) {
    if (!PLAIN.has(name) && !LEFT_BY_WRITERS.test(name)) {
      return false;
    }
  }
  return true;
}

/** Null where some lie elsewhere, or where there are too many. */
async function looseIds(objects: string): Promise<readonly string[] | null> {
  const ids: string[] = [];
  for await (const file of filesBelow(objects, LEFT_BY_WRITERS)) {
    const [folder = '', name = '', ...more] = file.split('/');
    if (!FOLDER.test(folder) || !REST.test(name) || more.length > 0 || ids.length === MOST_FILES) {
      return null;
    }
    ids.push(folder + name);
  }
  return ids.sort();
}

/** Ids by name; null where one is symbolic, or has a name that git might pass over, or where there are too many. */
async function refsOf(directory: string): Promise<ReadonlyMap<string, string> | null> {
  const refs = await packedRefsOf(directory);
  let files = 0;
  for await (const file of filesBelow(path.join(directory, 'refs'), LOCK)) {
    files += 1;
    const name = `refs/${file}`;
    const id = files > MOST_FILES ? null : await readRefFile(directory, name);
    if (id === null) {
      return null;
    }
    refs?.set(name, id);
  }
  return refs && [...refs.keys()].every((name) => isRefName(name.slice('refs/'.length))) ? refs : null;
}

async function packedRefsOf(directory: string): Promise<Map<string, string> | null> {
  const { size } = await stat(path.join(directory, 'packed-refs')).catch(() => ({ size: 0 }));
  if (size > MOST_PACKED_BYTES) {
    return null;
  }
  const text = (await packedRefs(directory))?.toString('utf8') ?? '';
  if (text !== '' && !text.endsWith('\n')) {
    return null; // cut off: the last name may be another one
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

/** Paths of files below a directory, without those that writers left unfinished. */
async function* filesBelow(directory: string, leftOut: RegExp, below = ''): AsyncGenerator<string> {
  for await (const entry of await opendir(path.join(directory, below))) {
    const file = path.posix.join(below, entry.name);
    if (entry.isDirectory()) {
      yield* filesBelow(directory, leftOut, file);
    } else if (!leftOut.test(entry.name)) {
      yield file;
    }
  }
}

/** Null for one that is not what its name says, or that needs more than there can be here. */
async function linked(object: GitObject | null): Promise<Linked | null> {
  if (object === null) {
    return null;
  }
  const { id, type, size, content } = object;
  const digest = createHash('sha1').update(`${type} ${size}\0`).update(content).digest('hex');
  const needs = digest === id ? await needsOf(object) : null;
  return needs && needs.length <= MOST_FILES ? { id, type, size, needs } : null;
}

/** Null for one that git would have written otherwise. */
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

/** Each once: a large tree may name the same few objects thousands of times. */
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

/** Git takes nothing but commits for branches. */
const needOfRef = ([name, id]: readonly [string, string]): Need => ({
  id,
  type: name.startsWith(HEADS) ? 'commit' : null,
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
