import { IS_BLANK, IS_INVALID, NOT_A_VALUE } from '../../../../common/errors/catalogue.js';
import type { ValidationErrors } from '../../../../common/params/validation-errors.js';
import { ActionFields, isHash } from '../../writes/action-fields.js';
import type { CommitAction } from '../../writes/commit-request.js';

/** Contract: git §3.3. */
const MAX_ACTIONS = 1000;
const EMPTY = Buffer.alloc(0);
const NOT_BASE64 = /[^A-Za-z0-9+/]/;
/** By how many characters stand behind the last whole group of four. */
const PADDINGS: readonly (readonly string[])[] = [[''], [], ['', '=='], ['', '=']];
export const ENCODINGS = ['text', 'base64'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Reads the actions of a commit; what is wrong with them goes to `errors`. */
export function readActions(raw: unknown, errors: ValidationErrors): CommitAction[] {
  const actions: unknown[] = Array.isArray(raw) ? raw : [raw];
  if (actions.length === 0) {
    errors.about('actions', IS_BLANK);
  }
  if (actions.length > MAX_ACTIONS || !actions.every(isHash)) {
    errors.about('actions', IS_INVALID);
    return [];
  }
  return actions.flatMap((hash) => readAction(new ActionFields(hash, errors), errors) ?? []);
}

/** None for an unknown kind. */
function readAction(fields: ActionFields, errors: ValidationErrors): CommitAction | undefined {
  const kind = fields.required('action');
  const path = fields.path('file_path');
  const lastCommitId = fields.unlessEmpty('last_commit_id');
  const isExecutable = fields.flag('execute_filemode');
  switch (kind) {
    case 'create':
      return { kind, path, content: contentIn(fields, errors) ?? EMPTY, isExecutable: isExecutable ?? false };
    case 'update':
      fields.required('content');
      return { kind, path, content: contentIn(fields, errors) ?? EMPTY, isExecutable, lastCommitId };
    case 'delete':
      return { kind, path, lastCommitId };
    case 'move': {
      const previousPath = fields.path('previous_path');
      return { kind, path, previousPath, content: contentIn(fields, errors), isExecutable, lastCommitId };
    }
    case 'chmod':
      return { kind, path, isExecutable: isExecutable ?? false, lastCommitId };
    default:
      errors.about('actions', NOT_A_VALUE);
      return undefined;
  }
}

function contentIn(fields: ActionFields, errors: ValidationErrors): Buffer | undefined {
  const content = fields.text('content');
  const encoding = fields.text('encoding') ?? 'text';
  if (!isEncoding(encoding)) {
    errors.about('encoding', NOT_A_VALUE);
    return undefined;
  }
  return content === undefined ? undefined : decodeContent(content, encoding, errors);
}

const isEncoding = (word: string): word is Encoding => word === 'text' || word === 'base64';

/** With its padding or without; the search for a wrong character needs no stack, however long the text is. */
function isBase64(text: string): boolean {
  const end = text.indexOf('=');
  const body = end < 0 ? text : text.slice(0, end);
  const padding = text.slice(body.length);
  return !NOT_BASE64.test(body) && (PADDINGS[body.length % 4] ?? []).includes(padding);
}

/** Line breaks in base64 are let pass; what is none goes to `errors`. */
export function decodeContent(content: string, encoding: Encoding, errors: ValidationErrors): Buffer {
  if (encoding === 'text') {
    return Buffer.from(content, 'utf8');
  }
  const bare = content.replaceAll(/\s+/g, '');
  if (!isBase64(bare)) {
    errors.about('content', IS_INVALID);
    return EMPTY;
  }
  return Buffer.from(bare, 'base64');
}
