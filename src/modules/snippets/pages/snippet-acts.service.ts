import { Injectable } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import type { Project } from '../../../core/projects/project.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { SettingsService } from '../../../core/settings/settings.service.js';
import type { Snippet } from '../snippet.js';
import { SnippetsService } from '../snippets.service.js';
import type { SpamProof } from '../../../core/spam/spam-proof.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { textIn } from '../../../platform/views/form-text.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { OWN_SNIPPETS, snippetAddress, SNIPPETS_TAB } from './snippet-addresses.js';
import { readSnippetForm, SnippetEditingService } from './snippet-editing.service.js';
import { editSnippetContent, newSnippetContent } from './snippet-form.page.js';
import type { SnippetFields } from './snippet-form.page.js';
import { SnippetPagesService } from './snippet-pages.service.js';

/** Performs the actions of snippet forms. */
@Injectable()
export class SnippetActsService {
  constructor(
    private readonly pages: SnippetPagesService,
    private readonly editing: SnippetEditingService,
    private readonly snippets: SnippetsService,
    private readonly settings: SettingsService,
  ) {}

  /** Shows the empty form. Throws 403. */
  async begin(project: Project | null, web: WebContext): Promise<WebAnswer> {
    this.snippets.refuseUnlessMayCreate(project, web.caller);
    const { defaultSnippetVisibility: visibility } = await this.settings.current();
    return this.newForm(project, { title: '', description: '', visibility, fileName: '', content: '' }, web);
  }

  async create(project: Project | null, fields: RawParams, web: WebContext, proof: SpamProof): Promise<WebAnswer> {
    this.snippets.refuseUnlessMayCreate(project, web.caller);
    const outcome = await refusedFields(() => this.editing.create(project, fields, web, proof));
    return 'errors' in outcome
      ? this.newForm(project, readSnippetForm(fields), web, outcome.errors)
      : seeOther(snippetAddress(outcome.done));
  }

  /** Shows the form with the current values. Throws 403. */
  edit(snippet: Snippet, web: WebContext): Promise<WebAnswer> {
    const { title, description, visibility } = snippet;
    const values = { title, description: description ?? '', visibility, fileName: '', content: '' };
    return this.editForm(snippet, values, web);
  }

  /** Changes or deletes the snippet. Throws 403. */
  async change(snippet: Snippet, fields: RawParams, web: WebContext, proof: SpamProof): Promise<WebAnswer> {
    if (textIn(fields, '_method') === 'delete') {
      await this.snippets.delete(snippet, web.caller);
      return seeOther(snippet.projectPath === null ? OWN_SNIPPETS : `/${snippet.projectPath}${SNIPPETS_TAB.path}`);
    }
    const outcome = await refusedFields(() => this.editing.update(snippet, fields, web, proof));
    return 'errors' in outcome
      ? this.editForm(snippet, readSnippetForm(fields), web, outcome.errors)
      : seeOther(snippetAddress(snippet));
  }

  private async newForm(project: Project | null, values: SnippetFields, web: WebContext, errors?: FieldErrors) {
    const projectPath = project?.fullPath ?? null;
    const action = projectPath === null ? OWN_SNIPPETS : `/${projectPath}${SNIPPETS_TAB.path}`;
    const content = newSnippetContent({ action, values, ...(errors ? { errors } : {}) }, web.frame);
    const shown = await this.pages.framed({ projectPath }, web, { title: 'New snippet', content });
    return page(shown, errors ? { status: 422 } : {});
  }

  private async editForm(snippet: Snippet, values: SnippetFields, web: WebContext, errors?: FieldErrors) {
    const files = await this.editing.editable(snippet, web);
    const facts = { action: snippetAddress(snippet), values, files, ...(errors ? { errors } : {}) };
    const content = editSnippetContent(facts, web.frame);
    const shown = await this.pages.framed(snippet, web, { title: 'Edit snippet', content });
    return page(shown, errors ? { status: 422 } : {});
  }
}
