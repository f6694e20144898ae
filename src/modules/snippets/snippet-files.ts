import { invalidField, IS_BLANK, IS_INVALID, NOT_A_VALUE, tooLong } from '../../common/errors/catalogue.js';
import { checkedPath, isHash, missing, pathIn, textIn } from '../repositories/writes/action-fields.js';
import type { Hash } from '../repositories/writes/action-fields.js';
import { fileExists } from '../repositories/writes/commit-actions.js';
import type { CommitAction } from '../repositories/writes/commit-request.js';

/** Contract: core §8. */
const MAX_FILES = 10;
const MAX_CONTENT = 1024 * 1024;

export interface SnippetFile {
  readonly path: string;
  readonly content: string;
}

/** What a client may say of files, as it came. */
export interface SentFiles {
  readonly file_name?: string | undefined;
  readonly content?: string | undefined;
  readonly files?: unknown;
}

/** The files of a new snippet: one by name and content, or several. Throws 400. */
export function newFiles({ file_name: name, content, files }: SentFiles): SnippetFile[] {
  const sent = files === undefined || files === null ? [] : listed(files);
  const read =
    name === undefined ? sent.map((hash) => ({ path: pathIn(hash, 'file_path'), content: contentIn(hash) })) : [];
  const found = name === undefined ? read : [{ path: checkedPath(name), content: checkedContent(content) }];
  if (found.length < 1 || found.length > MAX_FILES || new Set(found.map(({ path }) => path)).size < found.length) {
    throw invalidField('files', IS_INVALID);
  }
  if (found.some(({ path }) => found.some((other) => other.path.startsWith(`${path}/`)))) {
    throw fileExists(); // no file is a directory too (contract: git §3.3)
  }
  return found;
}

/** What a change does to the files; throws 400. */
export function fileActions({ file_name: name, content, files }: SentFiles, held: readonly string[]) {
  const actions =
    files === undefined || files === null ? ofFirst(name, content, held[0] ?? '') : listed(files).map(readAction);
  filesAfter(actions, held);
  return actions;
}

/** The paths that there are after the actions; throws 400 for too few or too many. */
export function filesAfter(actions: readonly CommitAction[], held: readonly string[]): readonly string[] {
  const paths = actions.reduce(pathsAfter, held);
  if (paths.length < 1 || paths.length > MAX_FILES) {
    throw invalidField('files', IS_INVALID);
  }
  return paths;
}

/** A name or a content alone is about the first file. */
function ofFirst(name: string | undefined, content: string | undefined, first: string): CommitAction[] {
  const bytes = content === undefined ? undefined : Buffer.from(checkedContent(content));
  if (name !== undefined && checkedPath(name) !== first) {
    return [{ kind: 'move', path: name, previousPath: first, content: bytes }];
  }
  return bytes ? [{ kind: 'update', path: first, content: bytes }] : [];
}

function listed(files: unknown): Hash[] {
  const list: unknown[] = Array.isArray(files) ? files : [files];
  if (!list.every(isHash)) {
    throw invalidField('files', IS_INVALID);
  }
  return list;
}

function readAction(hash: Hash): CommitAction {
  const kind = textIn(hash, 'action') ?? missing('action');
  const path = pathIn(hash, 'file_path');
  switch (kind) {
    case 'create':
      return { kind, path, content: Buffer.from(contentIn(hash)), isExecutable: false };
    case 'update':
      return { kind, path, content: Buffer.from(contentIn(hash)) };
    case 'delete':
      return { kind, path };
    case 'move': {
      const content = textIn(hash, 'content');
      const bytes = content === undefined ? undefined : Buffer.from(checkedContent(content));
      return { kind, path, previousPath: pathIn(hash, 'previous_path'), content: bytes };
    }
    default:
      throw invalidField('action', NOT_A_VALUE);
  }
}

function pathsAfter(paths: readonly string[], action: CommitAction): readonly string[] {
  switch (action.kind) {
    case 'create':
      return [...paths, action.path];
    case 'delete':
      return paths.filter((path) => path !== action.path);
    case 'move':
      return paths.map((path) => (path === action.previousPath ? action.path : path));
    default:
      return paths;
  }
}

const contentIn = (hash: Hash): string => checkedContent(textIn(hash, 'content'));

function checkedContent(content: string | undefined): string {
  if (content === undefined) {
    return missing('content');
  }
  const problem = contentProblem(content);
  if (problem !== undefined) {
    throw invalidField('content', problem);
  }
  return content;
}

/** The text about the content of a file, none when it is fine. */
export function contentProblem(content: string): string | undefined {
  if (content.trim() === '') {
    return IS_BLANK;
  }
  return Buffer.byteLength(content) > MAX_CONTENT ? tooLong(MAX_CONTENT) : undefined;
}
