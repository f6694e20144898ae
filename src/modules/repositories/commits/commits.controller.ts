import { Controller, Get, Post, Res } from '@nestjs/common';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { pageOf } from '../../../common/pagination/page-of.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { TakesBody } from '../../../core/access/body-limits.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Paging, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import { OwnTransactions } from '../../../platform/http/unit-of-work/own-transactions.decorator.js';
import { CODE_READ_SCOPES, CodeProjectResolver } from '../project-code/code-project.resolver.js';
import { ProjectUrls } from '../project-code/project-urls.js';
import { COMMIT_BODY } from './commit-body.js';
import { CommitCreationService } from './commit-creation.service.js';
import { CommitPreviewSchema, presentCommitPreview } from './commit-preview.presenter.js';
import {
  ListedCommitSchema,
  presentListedCommit,
  presentSingleCommit,
  SingleCommitSchema,
} from './commit.presenter.js';
import { CommitsService } from './commits.service.js';
import { DiffSchema, presentDiff } from './diff.presenter.js';
import { commitFilter, CommitRefsQuery, ListCommitsQuery, ShowCommitQuery } from './dto/commits.dto.js';
import { CreateCommitInput } from './dto/create-commit.dto.js';
import { CommitRefSchema, presentCommitRef } from './commit-ref.presenter.js';

const KINDS = { all: ['branch', 'tag'], branch: ['branch'], tag: ['tag'] } as const;

/** Contract: git §3.3. */
@Controller('projects/:id/repository/commits')
@Allow({ on: CodeProjectResolver, anonymous: true, scopes: CODE_READ_SCOPES })
export class CommitsController {
  constructor(
    private readonly commits: CommitsService,
    private readonly creation: CommitCreationService,
    private readonly urls: ProjectUrls,
  ) {}

  @Get()
  @Answers([ListedCommitSchema])
  async list(@Target() project: Project, @Paging('none') page: PageRequest, @Input() query: ListCommitsQuery) {
    const found = await this.commits.list(project, commitFilter(query), page);
    return found.map(({ commit, stats }) => presentListedCommit(commit, stats, this.urls.of(project)));
  }

  @Get(':sha')
  @Answers(SingleCommitSchema)
  async show(
    @Target() project: Project,
    @TextParam('sha') sha: string,
    @Me() me: Caller,
    @Input() { stats = true }: ShowCommitQuery,
  ) {
    return presentSingleCommit(await this.commits.get(project, sha, me, stats), project, this.urls.of(project));
  }

  @Get(':sha/diff')
  @Answers([DiffSchema])
  async diff(@Target() project: Project, @TextParam('sha') sha: string, @Paging('none') page: PageRequest) {
    return pageOf(await this.commits.diff(project, sha), page).map(presentDiff);
  }

  @Get(':sha/refs')
  @Answers([CommitRefSchema])
  async refs(
    @Target() project: Project,
    @TextParam('sha') sha: string,
    @Paging('none') page: PageRequest,
    @Input() { type = 'all' }: CommitRefsQuery,
  ) {
    return (await this.commits.refsOf(project, sha, KINDS[type], page)).map(presentCommitRef);
  }

  @Post()
  @Allow({ on: 'project', role: Role.Developer })
  @TakesBody(COMMIT_BODY)
  @OwnTransactions()
  @Answers(SingleCommitSchema, CommitPreviewSchema)
  async create(
    @Target() project: Project,
    @Me() me: Caller,
    @Input() input: CreateCommitInput,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const request = input.toRequest();
    if (input.dry_run) {
      response.statusCode = 200;
      return presentCommitPreview(await this.creation.preview(project, request, me));
    }
    const created = await this.creation.create(project, request, me, input.stats ?? true);
    return presentSingleCommit(created, project, this.urls.of(project));
  }
}
