import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import type { Caller } from '../../core/access/caller.js';
import { readId } from '../../core/access/request.decorators.js';
import { TargetResolver } from '../../core/access/target-resolver.js';
import type { ResolvedTarget } from '../../core/access/target-resolver.js';
import { ProjectByIdOrPath } from '../../core/projects/project-target.resolver.js';
import { levelOn, seesSnippet } from './snippet-rights.js';
import { SnippetsRepository } from './snippets.repository.js';

/** Resolves `:snippet_id` below a project, for callers who can see both (contract: core §8). */
@Injectable()
export class SnippetOfProjectResolver extends TargetResolver {
  override readonly resourceName = 'Project';

  constructor(
    private readonly snippets: SnippetsRepository,
    private readonly projects: ProjectByIdOrPath,
  ) {
    super();
  }

  /** Returns null for an unknown or hidden project, and throws 404 for the snippet. */
  override async resolve(
    { id = '', snippet_id: snippetId }: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<ResolvedTarget | null> {
    const project = await this.projects.resolveReference(id, caller);
    const snippet = project && (await this.snippets.find(readId(snippetId), caller));
    if (!project) {
      return null;
    }
    if (snippet?.projectId !== project.record.id || !seesSnippet(snippet, caller)) {
      throw notFound('Snippet');
    }
    return { record: snippet, level: levelOn(snippet, caller) };
  }
}
