import { Json, OneOf, Text } from '../../common/params/param.decorators.js';
import { AtLeastOne } from '../../common/params/param-registry.js';
import { VISIBILITIES } from '../../core/settings/visibility.js';
import type { Visibility } from '../../core/settings/visibility.js';
import { contentProblem, fileActions, newFiles } from './snippet-files.js';
import type { Snippet } from './snippet.js';
import type { SnippetInput, SnippetUpdate } from './snippets.service.js';

const MAX_DESCRIPTION = 10_000;
const MAX_PATH = 4096;

/** Contract: core §8. */
@AtLeastOne('file_name', 'files')
export class CreateSnippetInput {
  @Text({ required: true }) title: string;
  @Text({ max: MAX_PATH }) file_name?: string;
  @Text({ max: Infinity, check: contentProblem }) content?: string;
  @Json() files?: unknown;
  @Text({ nullable: true, max: MAX_DESCRIPTION }) description?: string | null;
  @OneOf(VISIBILITIES) visibility?: Visibility;
}

export class UpdateSnippetInput {
  @Text({ blank: false }) title?: string;
  @Text({ max: MAX_PATH }) file_name?: string;
  @Text({ max: Infinity, check: contentProblem }) content?: string;
  @Json() files?: unknown;
  @Text({ nullable: true, max: MAX_DESCRIPTION }) description?: string | null;
  @OneOf(VISIBILITIES) visibility?: Visibility;
}

export const snippetInput = (input: CreateSnippetInput): SnippetInput => ({
  title: input.title,
  description: input.description,
  visibility: input.visibility,
  files: newFiles(input),
});

export function snippetUpdate(input: UpdateSnippetInput, snippet: Snippet): SnippetUpdate {
  const { title, description, visibility } = input;
  return { title, description, visibility, actions: fileActions(input, snippet.files) };
}
