import { invalidField, IS_BLANK, IS_INVALID, NOT_A_VALUE } from '../../../../common/errors/catalogue.js';
import { toBoolean } from '../../../../common/params/coerce.js';
import { isHash, missing, pathIn, textIn } from '../../writes/action-fields.js';
import type { Hash } from '../../writes/action-fields.js';
import type { CommitAction } from '../../writes/commit-request.js';

/** Contract: git §3.3. */
const MAX_ACTIONS = 1000;
const NOT_BASE64 = /[^A-Za-z0-9+/]/;
/** By how many characters stand behind the last whole group of four. */
const PADDINGS: readonly (readonly string[])[] = [[''], [], ['', '=='], ['', '=']];
export const ENCODINGS = ['text', 'base64'] as const;
export type Encoding = (typeof ENCODINGS)[number];

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

function readAction(hash: Hash): CommitAction {
  const kind = textIn(hash, 'action') ?? missing('action');
  const path = pathIn(hash, 'file_path');
  const lastCommitId = textIn(hash, 'last_commit_id');
  const isExecutable = flagIn(hash, 'execute_filemode');
  switch (kind) {
    case 'create':
      return { kind, path, content: contentIn(hash) ?? Buffer.alloc(0), isExecutable: isExecutable ?? false };
    case 'update':
      return { kind, path, content: contentIn(hash) ?? missing('content'), isExecutable, lastCommitId };
    case 'delete':
      return { kind, path, lastCommitId };
    case 'move': {
      const previousPath = pathIn(hash, 'previous_path');
      return { kind, path, previousPath, content: contentIn(hash), isExecutable, lastCommitId };
    }
    case 'chmod':
      return { kind, path, isExecutable: isExecutable ?? false, lastCommitId };
    default:
      throw invalidField('actions', NOT_A_VALUE);
  }
}

function flagIn(hash: Hash, name: string): boolean | undefined {
  const value = hash[name];
  if (value === undefined || value === null || value === '') {
    return undefined;
  }
  const flag = toBoolean(value);
  if (!flag.ok) {
    throw invalidField(name, IS_INVALID);
  }
  return flag.value;
}

function contentIn(hash: Hash): Buffer | undefined {
  const content = textIn(hash, 'content');
  const encoding = textIn(hash, 'encoding') ?? 'text';
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
