import { Injectable } from '@nestjs/common';
import type { Page } from '../../../../common/pagination/page.js';
import type { Caller } from '../../../../core/access/caller.js';
import { Role } from '../../../../core/access/role.js';
import { levelOf } from '../../../../core/projects/project.js';
import type { Project } from '../../../../core/projects/project.js';
import { Env } from '../../../../platform/config/env.js';
import { StreamedJson } from '../../../../platform/http/streamed-json.js';
import { RepositoryTagsService } from './repository-tags.service.js';
import { presentRepository } from './repository.presenter.js';
import type { RepositoryView } from './repository.presenter.js';
import type { RepositoryRecord } from '../repository-record.js';

interface Shown {
  readonly withTags: boolean;
}

/** Presents repositories; with their tags they are streamed (contract: registry §3.2). */
@Injectable()
export class RepositoryViewsService {
  constructor(
    private readonly tags: RepositoryTagsService,
    private readonly env: Env,
  ) {}

  page(found: Page<RepositoryRecord>, { withTags }: Shown): Page<RepositoryView> | StreamedJson {
    if (!withTags) {
      return found.map((record) => this.view(record));
    }
    const repositories = found.items.map((record) => ({ record, view: this.view(record) }));
    return new StreamedJson(() => this.tags.writeAll(repositories), found.position);
  }

  single(
    { record, size }: { readonly record: RepositoryRecord; readonly size: number | null },
    project: Project,
    viewer: Caller,
    { withTags }: Shown,
  ): RepositoryView | StreamedJson {
    const mayDelete = viewer.isAtLeast(Role.Maintainer, levelOf(project)) && !project.archived;
    const path = `${this.env.baseUrl}/api/v4/projects/${project.id}/registry/repositories/${record.id}`;
    const view = {
      ...this.view(record),
      ...(size === null ? {} : { size }),
      ...(mayDelete ? { delete_api_path: path } : {}),
    };
    return withTags ? new StreamedJson(() => this.tags.writeOne({ view, record }), null, view) : view;
  }

  private view(record: RepositoryRecord): RepositoryView {
    return presentRepository(record, this.env.registryHost);
  }
}
