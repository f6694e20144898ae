import { Injectable } from '@nestjs/common';
import { Slots } from '../../common/concurrency/slots.js';
import { forbidden, notFound } from '../../common/errors/catalogue.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import { Database } from '../../platform/database/database.js';
import type { Caller } from '../../core/access/caller.js';
import type { Project } from '../../core/projects/project.js';
import type { CommitAction } from '../repositories/writes/commit-request.js';
import { SettingsService } from '../../core/settings/settings.service.js';
import type { Visibility } from '../../core/settings/visibility.js';
import { SpamCheckService } from '../../core/spam/spam-check.service.js';
import type { SpamProof } from '../../core/spam/spam-proof.js';
import { SnippetContentsService } from './snippet-contents.service.js';
import { SnippetRepositoriesService } from './snippet-repositories.service.js';
import { filesAfter, MAX_CONTENT, MAX_FILES } from './snippet-files.js';
import type { SnippetFile } from './snippet-files.js';
import { mayChange } from './snippet-rights.js';
import type { Snippet } from './snippet.js';
import { SnippetsRepository } from './snippets.repository.js';
import type { SnippetRange } from './snippets.repository.js';

export interface SnippetInput {
  readonly title: string;
  readonly description?: string | null | undefined;
  readonly visibility?: Visibility | undefined;
  readonly files: readonly SnippetFile[];
}

export interface SnippetUpdate {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly visibility?: Visibility | undefined;
  /** Returns the actions for the files that exist at that time. Throws 400 if the request does not fit them. */
  readonly actionsOn: (held: readonly string[]) => readonly CommitAction[];
}

const ARCHIVED = 'The project is archived';
/** Each change holds a connection and requests a second one; the limit keeps changes from exhausting the pool. */
const CHANGES_AT_ONCE = 3;

/** Manages snippets: a title, a visibility, and a repository of a few files (contract: core §8). */
@Injectable()
export class SnippetsService {
  private readonly changes = new Slots(CHANGES_AT_ONCE);

  constructor(
    private readonly snippets: SnippetsRepository,
    private readonly repositories: SnippetRepositoriesService,
    private readonly contents: SnippetContentsService,
    private readonly settings: SettingsService,
    private readonly spam: SpamCheckService,
    private readonly database: Database,
  ) {}

  list(range: SnippetRange, page: PageRequest, caller: Caller): Promise<Page<Snippet>> {
    return this.snippets.page(range, caller, page);
  }

  /** Throws 403 for external accounts, bots and archived projects (contract: core §8). */
  refuseUnlessMayCreate(project: Project | null, caller: Caller): void {
    if (project ? project.archived : !caller.seesInternal) {
      throw forbidden(project ? ARCHIVED : undefined);
    }
  }

  /** Throws 403 for callers who may not create snippets. */
  async create(project: Project | null, input: SnippetInput, caller: Caller, proof: SpamProof): Promise<Snippet> {
    this.refuseUnlessMayCreate(project, caller);
    const visibility = input.visibility ?? (await this.settings.current()).defaultSnippetVisibility;
    const text = [input.description ?? '', ...input.files.map(({ content }) => content)].join('\n');
    await this.spam.check({ type: 'snippet', caller, visibility, title: input.title, text, proof });
    return this.database.transaction(async (tx) => {
      const id = await this.snippets.insert({
        projectId: project?.id ?? null,
        authorId: caller.userId,
        title: input.title,
        description: input.description ?? null,
        visibility,
        files: input.files.map(({ path }) => path),
      });
      await this.repositories.store(tx, id, input.files, project?.repositoryStorage, caller);
      return this.get(id, caller);
    });
  }

  /** Throws 403 without permission and in archived projects, 400 for actions that do not fit the files. */
  async update(snippet: Snippet, update: SnippetUpdate, caller: Caller, proof: SpamProof): Promise<Snippet> {
    refuseUnlessMayChange(snippet, caller);
    await this.refuseSpam(snippet, update, caller, proof);
    return this.changes.take(() => this.database.transaction(() => this.change(snippet.id, update, caller)));
  }

  /** Throws 403 and 404. */
  delete(snippet: Snippet, caller: Caller): Promise<void> {
    refuseUnlessMayChange(snippet, caller);
    return this.database.transaction(async (tx) => {
      await this.repositories.removeAll(tx, snippet.id);
      if (!(await this.snippets.delete(snippet.id))) {
        throw notFound('Snippet');
      }
    });
  }

  /**
   * Changes of one snippet are serialised, so that the stored file list matches the repository (contract: core §11).
   */
  private async change(id: number, { actionsOn, ...columns }: SnippetUpdate, caller: Caller): Promise<Snippet> {
    if (!(await this.snippets.lock(id))) {
      throw notFound('Snippet');
    }
    const { files } = await this.get(id, caller);
    const actions = actionsOn(files);
    const paths = filesAfter(actions, files);
    if (actions.length > 0) {
      await this.database.detached(() => this.repositories.change(id, actions, caller));
    }
    await this.snippets.update(id, { ...columns, ...(actions.length > 0 ? { files: paths } : {}) });
    return this.get(id, caller);
  }

  private async get(id: number, caller: Caller): Promise<Snippet> {
    const snippet = await this.snippets.find(id, caller);
    if (!snippet) {
      throw notFound('Snippet');
    }
    return snippet;
  }

  private async refuseSpam(snippet: Snippet, update: SnippetUpdate, caller: Caller, proof: SpamProof): Promise<void> {
    const { title = snippet.title, description = snippet.description, visibility = snippet.visibility } = update;
    const contents = update
      .actionsOn(snippet.files)
      .map((action) => ('content' in action ? (action.content?.toString() ?? '') : ''));
    const unchecked = snippet.visibility === 'private' && visibility !== 'private' ? await this.held(snippet) : [];
    const text = [description ?? '', ...unchecked, ...contents].join('\n');
    await this.spam.check({ type: 'snippet', caller, visibility, title, text, proof });
  }

  /** What was written while the snippet was private was not checked then (contract: conventions §15). */
  private async held(snippet: Snippet): Promise<readonly string[]> {
    const { spamCheckEndpointEnabled: isEnabled } = await this.settings.current();
    const files = isEnabled ? await this.contents.several(snippet, MAX_FILES, MAX_CONTENT) : [];
    return files.map(({ content }) => content.toString());
  }
}

function refuseUnlessMayChange(snippet: Snippet, caller: Caller): void {
  if (!mayChange(snippet, caller)) {
    throw forbidden();
  }
  if (snippet.projectArchived) {
    throw forbidden(ARCHIVED);
  }
}
