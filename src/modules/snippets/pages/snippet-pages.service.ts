import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { ProjectTabs } from '../../../core/projects/pages/project-tabs.js';
import { ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { SnippetContentsService } from '../snippet-contents.service.js';
import { mayChange } from '../snippet-rights.js';
import { SnippetTargetResolver } from '../snippet-target.resolver.js';
import type { Snippet } from '../snippet.js';
import { Env } from '../../../platform/config/env.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { MAX_SHOWN_BYTES } from '../../../platform/views/file-content.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import { layout } from '../../../platform/views/layout.js';
import { snippetAddress, SNIPPETS_TAB } from './snippet-addresses.js';
import { snippetContent } from './snippet.page.js';

const SHOWN_FILES = 10;

@Injectable()
@Contributes(ProjectTabs)
export class SnippetTabs extends ProjectTabs {
  readonly tabs = [SNIPPETS_TAB];
}

/** Pages of snippets, on their own or below their project (contract: core §8). */
@Injectable()
export class SnippetPagesService {
  constructor(
    private readonly snippets: SnippetTargetResolver,
    private readonly contents: SnippetContentsService,
    private readonly projects: ProjectPagesService,
    private readonly env: Env,
  ) {}

  /** Applies the visibility rules of REST. Throws 404, also for a snippet of another project than `projectPath`. */
  async get(id: number, web: WebContext, projectPath?: string): Promise<Snippet> {
    const target = await this.snippets.resolve({ snippet_id: String(id) }, web.caller);
    const isHere = projectPath === undefined || target?.record.projectPath?.toLowerCase() === projectPath.toLowerCase();
    if (!target || !isHere) {
      throw notFound('Snippet');
    }
    return target.record;
  }

  async show(snippet: Snippet, web: WebContext): Promise<Safe> {
    const files = await this.contents.several(snippet, SHOWN_FILES, MAX_SHOWN_BYTES);
    const facts = {
      snippet,
      files,
      cloneUrl: `${this.env.baseUrl}${snippetAddress(snippet)}.git`,
      mayChange: mayChange(snippet, web.caller) && !snippet.projectArchived,
    };
    return this.framed(snippet, web, { title: snippet.title, content: snippetContent(facts, web.frame) });
  }

  /** Renders the page below the snippet's project, if it has one. */
  async framed(
    { projectPath }: Pick<Snippet, 'projectPath'>,
    web: WebContext,
    { title, content }: { readonly title: string; readonly content: Insert },
  ): Promise<Safe> {
    if (projectPath === null) {
      return layout({ title, frame: web.frame }, content);
    }
    return (await this.projects.open(projectPath, web)).page({ tab: SNIPPETS_TAB.name, title }, content);
  }
}
