import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/access/caller.js';
import { readId } from '../../core/access/request.decorators.js';
import { TargetResolver } from '../../core/access/target-resolver.js';
import type { ResolvedTarget } from '../../core/access/target-resolver.js';
import { ProjectByIdOrPath } from '../../core/projects/project-target.resolver.js';
import { levelOn, seesSnippet } from './snippet-rights.js';
import type { Snippet } from './snippet.js';
import { SnippetsRepository } from './snippets.repository.js';

/** Resolves `:snippet_id` of `/snippets/:snippet_id`, for callers who can see it (contract: core §8). */
@Injectable()
export class SnippetTargetResolver extends TargetResolver {
  override readonly resourceName = 'Snippet';

  constructor(
    private readonly snippets: SnippetsRepository,
    private readonly projects: ProjectByIdOrPath,
  ) {
    super();
  }

  override async resolve(
    { snippet_id: id }: Readonly<Record<string, string>>,
    caller: Caller,
  ): Promise<(ResolvedTarget & { readonly record: Snippet }) | null> {
    const snippet = await this.snippets.find(readId(id), caller);
    if (!snippet || !seesSnippet(snippet, caller)) {
      return null;
    }
    const isInSight =
      snippet.projectId === null || (await this.projects.resolveReference(String(snippet.projectId), caller));
    return isInSight ? { record: snippet, level: levelOn(snippet, caller) } : null;
  }
}
