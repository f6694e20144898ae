import { Json, OneOf, Text } from '../../common/params/param.decorators.js';
import type { ChecksParts } from '../../common/params/read-input.js';
import type { ValidationErrors } from '../../common/params/validation-errors.js';
import { AtLeastOne } from '../../common/params/param-registry.js';
import { VISIBILITIES } from '../../core/settings/visibility.js';
import type { Visibility } from '../../core/settings/visibility.js';
import {
  CHANGES_FORMS,
  contentProblem,
  fileActions,
  FILES_FORMS,
  newFiles,
  refuseNested,
  sentActions,
} from './snippet-files.js';
import type { SnippetFile } from './snippet-files.js';
import type { CommitAction } from '../repositories/writes/commit-request.js';
import type { SnippetInput, SnippetUpdate } from './snippets.service.js';

const MAX_DESCRIPTION = 10_000;
const MAX_PATH = 4096;

/** Contract: core §8. */
@AtLeastOne('file_name', 'files')
export class CreateSnippetInput implements ChecksParts {
  @Text({ required: true }) title: string;
  @Text({ max: MAX_PATH }) file_name?: string;
  @Text({ max: Infinity, check: contentProblem }) content?: string;
  @Json({ forms: FILES_FORMS }) files?: unknown;
  @Text({ nullable: true, max: MAX_DESCRIPTION }) description?: string | null;
  @OneOf(VISIBILITIES) visibility?: Visibility;
  private found: readonly SnippetFile[] = [];

  checkParts(errors: ValidationErrors): void {
    this.found = newFiles(this, errors);
  }

  /** Throws 400. */
  toInput(): SnippetInput {
    const { title, description, visibility, found: files } = this;
    refuseNested(files);
    return { title, description, visibility, files };
  }
}

export class UpdateSnippetInput implements ChecksParts {
  @Text({ blank: false }) title?: string;
  @Text({ max: MAX_PATH }) file_name?: string;
  @Text({ max: Infinity, check: contentProblem }) content?: string;
  @Json({ forms: CHANGES_FORMS }) files?: unknown;
  @Text({ nullable: true, max: MAX_DESCRIPTION }) description?: string | null;
  @OneOf(VISIBILITIES) visibility?: Visibility;
  private asked: readonly CommitAction[] | undefined;

  checkParts(errors: ValidationErrors): void {
    this.asked = sentActions(this, errors);
  }

  toUpdate(): SnippetUpdate {
    const { title, description, visibility } = this;
    return { title, description, visibility, actionsOn: (held) => fileActions(this.asked, this, held) };
  }
}
