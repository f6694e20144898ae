import { Bool, Json, OneOf, Text } from '../../../common/params/param.decorators.js';
import { invalidField, IS_INVALID } from '../../../common/errors/catalogue.js';
import type { ChecksParts, ReadsLargeParts } from '../../../common/params/read-input.js';
import type { ValidationErrors } from '../../../common/params/validation-errors.js';
import { toInteger } from '../../../common/params/coerce.js';
import { MAX_MESSAGE, given } from '../commits/dto/create-commit.dto.js';
import { decodeContent, ENCODINGS } from '../commits/dto/commit-actions.js';
import type { Encoding } from '../commits/dto/commit-actions.js';
import type { FileChange } from './file-writes.service.js';
import { newPathError } from '../writes/file-path.js';
import { RefText } from '../ref-text.js';

export class ShowFileQuery {
  @RefText({ required: true }) ref: string;
}

export class RawFileQuery {
  @RefText({ hasDefault: true }) ref?: string;
}

const LINES = {
  start: { type: 'integer', description: 'First line.' },
  end: { type: 'integer', description: 'Last line.' },
};

/** Contract: git §3.4. */
export class BlameQuery implements ChecksParts {
  @RefText({ required: true }) ref: string;
  @Json({ members: LINES }) range?: unknown;
  private lines: LineRange | undefined;

  checkParts(errors: ValidationErrors): void {
    if (this.range !== undefined) {
      this.lines = readRange(this.range);
      errors.about('range', this.lines ? undefined : IS_INVALID);
    }
  }

  toRange(): LineRange | undefined {
    return this.lines;
  }
}

export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** `range[start]` and `range[end]`; undefined unless both are given and in order. */
function readRange(range: unknown): LineRange | undefined {
  const bounds =
    typeof range === 'object' && range !== null
      ? new Map<string, unknown>(Object.entries(range))
      : new Map<string, unknown>();
  const [from, to] = [toInteger(bounds.get('start')), toInteger(bounds.get('end'))];
  if (!from.ok || !to.ok || from.value < 1 || to.value < from.value) {
    return undefined;
  }
  return { start: from.value, end: to.value };
}

class FileCommit {
  @RefText({ required: true }) branch: string;
  @Text({ required: true, max: MAX_MESSAGE }) commit_message: string;
  @RefText() start_branch?: string;
  @Text() author_name?: string;
  @Text() author_email?: string;
  @Text() last_commit_id?: string;
}

/** Contract: git §3.4. The content is required but may be blank. */
export class WriteFileInput implements ReadsLargeParts {
  @RefText({ required: true }) branch: string;
  @Text({ required: true, blank: true, max: Infinity }) content: string;
  @Text({ required: true, max: MAX_MESSAGE }) commit_message: string;
  @OneOf(ENCODINGS) encoding?: Encoding;
  @RefText() start_branch?: string;
  @Text() author_name?: string;
  @Text() author_email?: string;
  @Bool() execute_filemode?: boolean;
  @Text() last_commit_id?: string;
  private bytes: Buffer = Buffer.alloc(0);

  async readLargeParts(errors: ValidationErrors): Promise<void> {
    if (typeof this.content === 'string' && !errors.areAbout('encoding')) {
      this.bytes = await decodeContent(this.content, this.encoding ?? 'text', errors);
    }
  }

  toContent(): Buffer {
    return this.bytes;
  }
}

export class DeleteFileInput extends FileCommit {}

const commitOf = (input: FileCommit) => ({
  branch: input.branch,
  message: input.commit_message,
  startBranch: given(input.start_branch),
  authorName: given(input.author_name),
  authorEmail: given(input.author_email),
});

function checkedPath(path: string): string {
  const problem = newPathError(path);
  if (problem !== undefined) {
    throw invalidField('file_path', problem);
  }
  return path;
}

/** Builds the change that each route makes to its file. Throws 400 for an invalid path. */
export const FILE_CHANGES = {
  create(path: string, input: WriteFileInput): FileChange {
    checkedPath(path);
    const isExecutable = input.execute_filemode ?? false;
    return { ...commitOf(input), action: { kind: 'create', path, content: input.toContent(), isExecutable } };
  },
  update(path: string, input: WriteFileInput): FileChange {
    checkedPath(path);
    const { execute_filemode: isExecutable } = input;
    const lastCommitId = given(input.last_commit_id);
    return {
      ...commitOf(input),
      action: { kind: 'update', path, content: input.toContent(), isExecutable, lastCommitId },
    };
  },
  delete(path: string, input: DeleteFileInput): FileChange {
    checkedPath(path);
    return { ...commitOf(input), action: { kind: 'delete', path, lastCommitId: given(input.last_commit_id) } };
  },
};
