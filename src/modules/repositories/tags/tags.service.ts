import { Injectable } from '@nestjs/common';
import { forbidden, notFound } from '../../../common/errors/catalogue.js';
import { pageOf } from '../../../common/pagination/page-of.js';
import type { PageRequest, SortDirection } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import { Clock } from '../../../common/time/clock.js';
import type { Caller } from '../../../core/access/caller.js';
import type { Project } from '../../../core/projects/project.js';
import { tagObject } from '../writes/commit-text.js';
import { ObjectWritesService } from '../writes/object-writes.service.js';
import { PushFactsRepository } from '../pushes/push-facts.repository.js';
import { PushRefused } from '../pushes/ref-writes.service.js';
import { RefsMoved } from '../refs/ref-swaps.service.js';
import type { RefWrite } from '../pushes/ref-writes.service.js';
import { shareOf } from '../reads/read-session.js';
import { RepositoryReadsService } from '../reads/repository-reads.service.js';
import { RefListsService } from '../refs/ref-lists.service.js';
import type { ListedRef } from '../refs/ref-lists.service.js';
import { isRefName, TAGS } from '../../../platform/git/ref-names.js';
import type { Repository } from '../repository.js';
import { NULL_ID } from '../../../platform/git/git-directory.js';
import { ProjectCodeService, refused } from '../project-code/project-code.service.js';
import { filterNames } from '../ref-filter.js';
import type { RepositoryTag } from './tag.js';

export type TagOrder = 'updated' | 'name' | 'version';
const GIT_ORDERS = { updated: 'creatordate:raw', name: 'refname', version: 'version:refname' } as const;

export interface NewTag {
  readonly name: string;
  readonly ref: string;
  readonly message: string | undefined;
}

/** Tags of a project (contract: git §3.2). */
@Injectable()
export class TagsService {
  constructor(
    private readonly code: ProjectCodeService,
    private readonly reads: RepositoryReadsService,
    private readonly refs: RefListsService,
    private readonly objects: ObjectWritesService,
    private readonly facts: PushFactsRepository,
    private readonly clock: Clock,
  ) {}

  async list(
    project: Project,
    search: string | undefined,
    { orderBy, sort }: { readonly orderBy: TagOrder; readonly sort: SortDirection },
    request: PageRequest,
  ): Promise<Page<RepositoryTag>> {
    const repository = await this.code.of(project);
    const query = { kind: 'tag', order: GIT_ORDERS[orderBy], isDescending: sort === 'desc' } as const;
    const page = pageOf(await filterNames(await this.refs.list(repository, query), { search }), request);
    const tags = await this.read(repository, page.items);
    return page.map(({ name }) => tags.get(name)).map((tag) => tag ?? this.missing());
  }

  /** Throws 404. */
  async get(project: Project, name: string): Promise<RepositoryTag> {
    const repository = await this.code.of(project);
    const ref = isRefName(name) ? await this.refs.find(repository, 'tag', name) : null;
    return (ref && (await this.read(repository, [ref])).get(name)) ?? this.missing();
  }

  /**
   * Creates an annotated tag if there is a message, otherwise a lightweight one. Returns the tag as it was created,
   * even if it has been deleted since. Throws 400, 403, 409.
   */
  async create(project: Project, tag: NewTag, caller: Caller): Promise<RepositoryTag> {
    const { name } = tag;
    if (!isRefName(name)) {
      throw refused('Tag name invalid');
    }
    return this.code.write(project, caller, async (write) => {
      const id = await this.code
        .create(write, TAGS + name, () => this.begin(write, tag, caller))
        .catch(refuseProtected);
      return (await this.read(write.repository, [{ name, id }])).get(name) ?? this.missing();
    });
  }

  /** Throws 404, and 403 for a protected tag. */
  async delete(project: Project, name: string, caller: Caller): Promise<void> {
    const { target } = await this.get(project, name);
    await this.code.write(project, caller, async (write) => {
      const change = { ref: TAGS + name, before: target, after: NULL_ID };
      await this.code.move(write, change).catch((error: unknown) => this.refuseDeletion(error, project, name, caller));
    });
  }

  /** Returns the id that the tag should point at. */
  private async begin(write: RefWrite, tag: NewTag, caller: Caller): Promise<string> {
    await this.refuseTaken(write, tag.name);
    const target = await this.reads.resolve(write.repository, tag.ref);
    if (!target) {
      throw refused(`Target ${tag.ref} is invalid`);
    }
    return this.annotate(write, tag, target.commit.id, caller);
  }

  private async annotate(
    { gitDir }: RefWrite,
    { name, message }: NewTag,
    targetId: string,
    caller: Caller,
  ): Promise<string> {
    if (message === undefined || message === '') {
      return targetId;
    }
    const pusher = await this.facts.findPusher(caller.userId);
    const tagger = { name: pusher?.name ?? '', email: pusher?.email ?? '' };
    const seconds = Math.floor(this.clock.millis() / 1000);
    const object = tagObject({ targetId, targetType: 'commit', name, tagger, message, seconds });
    await this.objects.write(gitDir, [object]);
    return object.id;
  }

  private async refuseTaken({ repository, gitDir }: RefWrite, name: string): Promise<void> {
    if (await this.refs.find(repository, 'tag', name)) {
      throw refused(`Tag ${name} already exists`);
    }
    if (await this.refs.isInTheWay(gitDir, 'tag', name)) {
      throw refused('Tag name invalid');
    }
  }

  /** If the tag moved in between, its current state is deleted. */
  private refuseDeletion(error: unknown, project: Project, name: string, caller: Caller): Promise<void> {
    if (error instanceof RefsMoved) {
      return this.delete(project, name, caller);
    }
    return refuseProtected(error);
  }

  private read(repository: Repository, refs: readonly ListedRef[]): Promise<ReadonlyMap<string, RepositoryTag>> {
    return this.reads.open(repository, new Map(), async (session) => {
      const tags = new Map<string, RepositoryTag>();
      for (const { name, id } of refs) {
        const most = shareOf(2 * refs.length);
        const [annotation, commit] = [await session.tag(id, most), await session.commit(id, most)];
        tags.set(name, { name, target: id, commit, annotation });
      }
      return tags;
    });
  }

  private missing(): never {
    throw notFound('Tag');
  }
}

function refuseProtected(error: unknown): never {
  throw error instanceof PushRefused ? forbidden('The tag is protected') : error;
}
