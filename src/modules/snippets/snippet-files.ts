import { invalidField, IS_BLANK, IS_INVALID, NOT_A_VALUE, tooLong } from '../../common/errors/catalogue.js';
import type { ValidationErrors } from '../../common/params/validation-errors.js';
import { isBlank } from '../../common/text/is-blank.js';
import { isJsonObject } from '../../common/params/json-object.js';
import type { JsonObject } from '../../common/params/json-object.js';
import { ActionFields } from '../repositories/writes/action-fields.js';
import { fileExists } from '../repositories/writes/commit-actions.js';
import type { CommitAction } from '../repositories/writes/commit-request.js';
import { newPathError } from '../repositories/writes/file-path.js';

/** Contract: core §8. */
export const MAX_FILES = 10;
export const MAX_CONTENT = 1024 * 1024;

const TEXT = { type: 'string' };
/** What files of a new snippet look like, for the OpenAPI document. */
export const FILES_FORMS = [
  {
    type: 'array',
    items: {
      type: 'object',
      required: ['file_path', 'content'],
      properties: { file_path: TEXT, content: { ...TEXT, maxLength: MAX_CONTENT } },
    },
  },
];
/** What changes of files look like. */
export const CHANGES_FORMS = [
  {
    type: 'array',
    items: {
      type: 'object',
      required: ['action', 'file_path'],
      properties: {
        action: { type: 'string', enum: ['create', 'update', 'delete', 'move'] },
        file_path: TEXT,
        previous_path: { ...TEXT, description: 'Of `move`.' },
        content: { ...TEXT, maxLength: MAX_CONTENT },
      },
    },
  },
];

export interface SnippetFile {
  readonly path: string;
  readonly content: string;
}

/** The file parameters of a request, as sent. */
export interface SentFiles {
  readonly file_name?: string | undefined;
  readonly content?: string | undefined;
  readonly files?: unknown;
}

/** Returns the files of a new snippet, given as one name and content or as a list; problems are added to `errors`. */
export function newFiles({ file_name: name, content, files }: SentFiles, errors: ValidationErrors): SnippetFile[] {
  const sent = listed(files, errors);
  if (name !== undefined) {
    checkFileName(name, errors);
    if (content === undefined) {
      errors.lacks('content');
    }
    return [{ path: name, content: content ?? '' }];
  }
  const found = sent.map((hash) => newFile(new ActionFields(hash, errors), errors));
  if (found.length < 1 || found.length > MAX_FILES || (!errors.areAbout('file_path') && hasDuplicates(found))) {
    errors.about('files', IS_INVALID);
  }
  return found;
}

const newFile = (fields: ActionFields, errors: ValidationErrors): SnippetFile => ({
  path: fields.path('file_path'),
  content: contentIn(fields, errors),
});

const hasDuplicates = (files: readonly SnippetFile[]): boolean =>
  new Set(files.map(({ path }) => path)).size < files.length;

/** Throws 400 if a file would also be a directory (contract: git §3.3). */
export function refuseNested(files: readonly SnippetFile[]): void {
  if (files.some(({ path }) => files.some((other) => other.path.startsWith(`${path}/`)))) {
    throw fileExists();
  }
}

/** Returns the requested actions on single files; undefined without `files`. Problems are added to `errors`. */
export function sentActions({ file_name: name, files }: SentFiles, errors: ValidationErrors) {
  if (files !== undefined && files !== null) {
    return listed(files, errors).flatMap((hash) => readAction(new ActionFields(hash, errors), errors) ?? []);
  }
  if (name !== undefined) {
    checkFileName(name, errors);
  }
  return undefined;
}

/** Returns the actions of a change. Throws 400. */
export function fileActions(
  sent: readonly CommitAction[] | undefined,
  { file_name: name, content }: SentFiles,
  held: readonly string[],
): readonly CommitAction[] {
  const actions = sent ?? ofFirst(name, content, held[0] ?? '');
  filesAfter(actions, held);
  return actions;
}

/** Returns the paths after the actions. Throws 400 for too few or too many. */
export function filesAfter(actions: readonly CommitAction[], held: readonly string[]): readonly string[] {
  if (actions.length === 0) {
    return held; // a push by git may leave any number of files
  }
  const paths = actions.reduce(pathsAfter, held);
  if (paths.length < 1 || paths.length > MAX_FILES) {
    throw invalidField('files', IS_INVALID);
  }
  return paths;
}

/** A name or content without a list applies to the first file. */
function ofFirst(name: string | undefined, content: string | undefined, first: string): CommitAction[] {
  const bytes = content === undefined ? undefined : Buffer.from(content);
  if (name !== undefined && name !== first) {
    return [{ kind: 'move', path: name, previousPath: first, content: bytes }];
  }
  return bytes ? [{ kind: 'update', path: first, content: bytes }] : [];
}

function listed(files: unknown, errors: ValidationErrors): JsonObject[] {
  if (files === undefined || files === null) {
    return [];
  }
  const list: unknown[] = Array.isArray(files) ? files : [files];
  if (!list.every(isJsonObject)) {
    errors.about('files', IS_INVALID);
    return [];
  }
  return list;
}

function checkFileName(name: string, errors: ValidationErrors): void {
  if (!errors.areAbout('file_name')) {
    errors.about('file_path', newPathError(name));
  }
}

/** Returns undefined for an unknown kind. */
function readAction(fields: ActionFields, errors: ValidationErrors): CommitAction | undefined {
  const kind = fields.required('action');
  const path = fields.path('file_path');
  switch (kind) {
    case 'create':
      return { kind, path, content: Buffer.from(contentIn(fields, errors)), isExecutable: false };
    case 'update':
      return { kind, path, content: Buffer.from(contentIn(fields, errors)) };
    case 'delete':
      return { kind, path };
    case 'move': {
      const content = fields.has('content') ? Buffer.from(contentIn(fields, errors)) : undefined;
      return { kind, path, previousPath: fields.path('previous_path'), content };
    }
    default:
      errors.about('action', NOT_A_VALUE);
      return undefined;
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

function contentIn(fields: ActionFields, errors: ValidationErrors): string {
  const content = fields.required('content');
  if (fields.has('content') && !errors.areAbout('content')) {
    errors.about('content', contentProblem(content));
  }
  return content;
}

/** Returns the error of a file's content; undefined if it is valid. */
export function contentProblem(content: string): string | undefined {
  if (isBlank(content)) {
    return IS_BLANK;
  }
  return Buffer.byteLength(content) > MAX_CONTENT ? tooLong(MAX_CONTENT) : undefined;
}
