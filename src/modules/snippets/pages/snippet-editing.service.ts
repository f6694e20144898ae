import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import type { Project } from '../../../core/projects/project.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { CreateSnippetInput, UpdateSnippetInput } from '../snippets.dto.js';
import { SnippetContentsService } from '../snippet-contents.service.js';
import type { SnippetFileContent } from '../snippet-contents.service.js';
import { mayChange } from '../snippet-rights.js';
import type { Snippet } from '../snippet.js';
import { SnippetsService } from '../snippets.service.js';
import type { SpamProof } from '../../../core/spam/spam-proof.js';
import { MAX_SHOWN_BYTES } from '../../../platform/views/file-content.js';
import { textIn } from '../../../platform/views/form-text.js';
import { isBinary } from '../../../platform/views/source-text.js';
import type { SnippetFields } from './snippet-form.page.js';

const MAX_FILES = 10;

/** Creates and changes snippets from form values, by the rules of the REST API (contract: core §8). */
@Injectable()
export class SnippetEditingService {
  constructor(
    private readonly snippets: SnippetsService,
    private readonly contents: SnippetContentsService,
  ) {}

  /** Throws 400 naming the field, and 403. */
  async create(project: Project | null, fields: RawParams, { caller }: WebContext, proof: SpamProof): Promise<Snippet> {
    const { fileName, content, ...about } = readSnippetForm(fields);
    const input = readInput(CreateSnippetInput, { ...about, file_name: fileName, content });
    return this.snippets.create(project, input.toInput(), caller, proof);
  }

  /** Unchanged files are left alone. Throws 400 naming the field, and 403. */
  async update(snippet: Snippet, fields: RawParams, web: WebContext, proof: SpamProof): Promise<Snippet> {
    const held = await this.editable(snippet, web);
    const sent = Object.values(toFields(fields.files)).map((one) => ({
      action: 'update',
      file_path: textIn(toFields(one), 'file_path'),
      content: withPlainEnds(textIn(toFields(one), 'content')),
    }));
    const files = sent.filter(({ file_path: path, content }) =>
      held.some((file) => file.path === path && withPlainEnds(file.content.toString('utf8')) !== content),
    );
    const { title, description, visibility } = readSnippetForm(fields);
    const input = readInput(UpdateSnippetInput, {
      title,
      description,
      visibility,
      ...(files.length === 0 ? {} : { files }),
    });
    return this.snippets.update(snippet, input.toUpdate(), web.caller, proof);
  }

  /** Returns the files that a form can contain. Throws 403 for callers who may not change them. */
  async editable(snippet: Snippet, { caller }: WebContext): Promise<readonly SnippetFileContent[]> {
    if (!mayChange(snippet, caller)) {
      throw forbidden();
    }
    const files = await this.contents.several(snippet, MAX_FILES, MAX_SHOWN_BYTES);
    return files.filter(({ size, content }) => size <= MAX_SHOWN_BYTES && !isBinary(content));
  }
}

export const readSnippetForm = (fields: RawParams): SnippetFields => ({
  title: textIn(fields, 'title'),
  description: textIn(fields, 'description'),
  visibility: textIn(fields, 'visibility'),
  fileName: textIn(fields, 'file_name'),
  content: withPlainEnds(textIn(fields, 'content')),
});

const toFields = (value: unknown): RawParams => (typeof value === 'object' && value !== null ? { ...value } : {});

/** Converts CRLF to LF, because forms send every line end as CRLF, whatever the file contains. */
const withPlainEnds = (text: string): string => text.replaceAll('\r\n', '\n');
