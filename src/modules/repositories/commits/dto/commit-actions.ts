import { invalidField, IS_BLANK, IS_INVALID, NOT_A_VALUE, notGiven } from '../../../../common/errors/catalogue.js';
import { toBoolean, toText } from '../../../../common/params/coerce.js';
import type { CommitAction } from '../../../../core/repositories/commits/commit-request.js';
import { filePathComplaint } from '../../../../core/repositories/commits/file-path.js';

/** Contract: git §3.3. */
const MAX_ACTIONS = 1000;
const NOT_BASE64 = /[^A-Za-z0-9+/]/;
/** By how many characters stand behind the last whole group of four. */
const PADDINGS: readonly (readonly string[])[] = [[''], [], ['', '=='], ['', '=']];
export const ENCODINGS = ['text', 'base64'] as const;
export type Encoding = (typeof ENCODINGS)[number];

type Raw = Readonly<Record<string, unknown>>;

/** Reads the actions of a commit; throws 400 for the first one that is wrong. */
export function readActions(raw: unknown): CommitAction[] {
  const actions: unknown[] = Array.isArray(raw) ? raw : [raw];
  if (actions.length === 0) {
    throw invalidField('actions', IS_BLANK);
  }
  if (actions.length > MAX_ACTIONS || !actions.every(isHash)) {
    throw invalidField('actions', IS_INVALID);
  }
  return actions.map(readAction);
}

const isHash = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

function readAction(raw: Raw): CommitAction {
  const kind = demanded(raw, 'action');
  const path = pathIn(raw, 'file_path');
  const lastCommitId = textIn(raw, 'last_commit_id');
  const isExecutable = flagIn(raw, 'execute_filemode');
  switch (kind) {
    case 'create':
      return { kind, path, content: contentIn(raw) ?? Buffer.alloc(0), isExecutable: isExecutable ?? false };
    case 'update':
      return { kind, path, content: contentIn(raw) ?? missing('content'), isExecutable, lastCommitId };
    case 'delete':
      return { kind, path, lastCommitId };
    case 'move': {
      const previousPath = pathIn(raw, 'previous_path');
      return { kind, path, previousPath, content: contentIn(raw), isExecutable, lastCommitId };
    }
    case 'chmod':
      return { kind, path, isExecutable: isExecutable ?? false, lastCommitId };
    default:
      throw invalidField('actions', NOT_A_VALUE);
  }
}

function missing(name: string): never {
  throw notGiven(name);
}

function textIn(raw: Raw, name: string): string | undefined {
  const value = raw[name];
  if (value === undefined || value === null) {
    return undefined;
  }
  const text = toText(value);
  if (!text.ok) {
    throw invalidField(name, IS_INVALID);
  }
  return text.value;
}

const demanded = (raw: Raw, name: string): string => textIn(raw, name) ?? missing(name);

function pathIn(raw: Raw, name: string): string {
  const path = demanded(raw, name);
  const complaint = filePathComplaint(path);
  if (complaint !== undefined) {
    throw invalidField('file_path', complaint);
  }
  return path;
}

function flagIn(raw: Raw, name: string): boolean | undefined {
  const value = raw[name];
  if (value === undefined || value === null || value === '') {
    return undefined;
  }
  const flag = toBoolean(value);
  if (!flag.ok) {
    throw invalidField(name, IS_INVALID);
  }
  return flag.value;
}

function contentIn(raw: Raw): Buffer | undefined {
  const content = textIn(raw, 'content');
  const encoding = textIn(raw, 'encoding') ?? 'text';
  if (encoding !== 'text' && encoding !== 'base64') {
    throw invalidField('encoding', NOT_A_VALUE);
  }
  return content === undefined ? undefined : decodeContent(content, encoding);
}

/** With its padding or without; the search for a wrong character needs no stack, however long the text is. */
function isBase64(text: string): boolean {
  const end = text.indexOf('=');
  const body = end < 0 ? text : text.slice(0, end);
  const padding = text.slice(body.length);
  return !NOT_BASE64.test(body) && (PADDINGS[body.length % 4] ?? []).includes(padding);
}

/** Throws 400 for what is no base64; line breaks in it are let pass. */
export function decodeContent(content: string, encoding: Encoding): Buffer {
  if (encoding === 'text') {
    return Buffer.from(content, 'utf8');
  }
  const bare = content.replaceAll(/\s+/g, '');
  if (!isBase64(bare)) {
    throw invalidField('content', IS_INVALID);
  }
  return Buffer.from(bare, 'base64');
}
