import { Pacer } from '../../../../common/concurrency/pacer.js';
import { IS_BLANK, IS_INVALID, NOT_A_VALUE } from '../../../../common/errors/catalogue.js';
import type { ValidationErrors } from '../../../../common/params/validation-errors.js';
import { isJsonObject } from '../../../../common/params/json-object.js';
import { ActionFields } from '../../writes/action-fields.js';
import type { CommitAction } from '../../writes/commit-request.js';
import { fromBase64 } from './base64-content.js';

/** Contract: git §3.3. */
const MAX_ACTIONS = 1000;
const EMPTY = Buffer.alloc(0);
export const ENCODINGS = ['text', 'base64'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const TEXT = { type: 'string' };
/** What `readActions` takes, for the OpenAPI document. */
export const ACTIONS_FORMS = [
  {
    type: 'array',
    items: {
      type: 'object',
      required: ['action', 'file_path'],
      properties: {
        action: { type: 'string', enum: ['create', 'update', 'delete', 'move', 'chmod'] },
        file_path: TEXT,
        previous_path: { ...TEXT, description: 'Of `move`.' },
        content: TEXT,
        encoding: { type: 'string', enum: ENCODINGS },
        last_commit_id: { ...TEXT, description: 'The last one that changed the file, as far as the caller knows.' },
        execute_filemode: { type: 'boolean' },
      },
    },
  },
];

/** Reads the actions of a commit and adds problems to `errors`. */
export async function readActions(raw: unknown, errors: ValidationErrors): Promise<CommitAction[]> {
  const actions: unknown[] = Array.isArray(raw) ? raw : [raw];
  if (actions.length === 0) {
    errors.about('actions', IS_BLANK);
  }
  if (actions.length > MAX_ACTIONS || !actions.every(isJsonObject)) {
    errors.about('actions', IS_INVALID);
    return [];
  }
  const pacer = new Pacer();
  const read: CommitAction[] = [];
  for (const hash of actions) {
    const action = await readAction(new ActionFields(hash, errors), errors, pacer);
    read.push(...(action ? [action] : []));
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return read;
}

/** Returns undefined for an unknown kind. */
async function readAction(
  fields: ActionFields,
  errors: ValidationErrors,
  pacer: Pacer,
): Promise<CommitAction | undefined> {
  const kind = fields.required('action');
  const path = fields.path('file_path');
  const lastCommitId = fields.unlessEmpty('last_commit_id');
  const isExecutable = fields.flag('execute_filemode');
  switch (kind) {
    case 'create':
      return {
        kind,
        path,
        content: (await contentIn(fields, errors, pacer)) ?? EMPTY,
        isExecutable: isExecutable ?? false,
      };
    case 'update':
      fields.required('content');
      return { kind, path, content: (await contentIn(fields, errors, pacer)) ?? EMPTY, isExecutable, lastCommitId };
    case 'delete':
      return { kind, path, lastCommitId };
    case 'move': {
      const previousPath = fields.path('previous_path');
      return { kind, path, previousPath, content: await contentIn(fields, errors, pacer), isExecutable, lastCommitId };
    }
    case 'chmod':
      return { kind, path, isExecutable: isExecutable ?? false, lastCommitId };
    default:
      errors.about('actions', NOT_A_VALUE);
      return undefined;
  }
}

async function contentIn(fields: ActionFields, errors: ValidationErrors, pacer: Pacer): Promise<Buffer | undefined> {
  const content = fields.text('content');
  const encoding = fields.text('encoding') ?? 'text';
  if (!isEncoding(encoding)) {
    errors.about('encoding', NOT_A_VALUE);
    return undefined;
  }
  return content === undefined ? undefined : decodeContent(content, encoding, errors, pacer);
}

const isEncoding = (word: string): word is Encoding => word === 'text' || word === 'base64';

/** Decodes a content. Line breaks in base64 are ignored; invalid base64 is added to `errors`. */
export async function decodeContent(
  content: string,
  encoding: Encoding,
  errors: ValidationErrors,
  pacer = new Pacer(),
): Promise<Buffer> {
  if (encoding === 'text') {
    return Buffer.from(content, 'utf8');
  }
  const bytes = await fromBase64(content, pacer);
  errors.about('content', bytes ? undefined : IS_INVALID);
  return bytes ?? EMPTY;
}
