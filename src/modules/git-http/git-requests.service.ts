import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { RepositoryLeasesService } from '../repositories/leases/repository-leases.service.js';
import { RepositoriesService } from '../repositories/storages/repositories.service.js';
import type { Repository } from '../repositories/repository.js';
import type { GitService } from './git-address.js';
import { GitAccessService } from './git-access.service.js';
import { GitLoginService } from './git-login.service.js';
import { accessDenied, repositoryNotFound } from './git-refusal.js';
import { authorOf, clientOf } from './git-subject.js';
import type { GitSubject } from './git-subject.js';
import type { GitTarget } from './git-target.js';
import { GitPacksService } from './packs/git-packs.service.js';
import { refuseOtherTypes } from './packs/request-body.js';
import { clientAddressOf } from '../../platform/http/request-state.js';

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Handles the three requests of git clients: authentication, authorization, then the packs (contract: git §5.2). */
@Injectable()
export class GitRequestsService {
  constructor(
    private readonly logins: GitLoginService,
    private readonly access: GitAccessService,
    private readonly repositories: RepositoriesService,
    private readonly leases: RepositoryLeasesService,
    private readonly packs: GitPacksService,
  ) {}

  async advertise(call: Call, path: string, service: GitService): Promise<void> {
    const { target, subject, address } = await this.authorize(call, path, service);
    const repository = await this.repositoryOf(target, subject, service);
    if (service === 'git-receive-pack') {
      await this.leases.refuseReadOnly(repository);
    }
    const gitDir = await this.repositories.openDirectory(repository, target.defaultBranch);
    await this.reading(repository, () =>
      this.packs.advertise({ ...call, gitDir, client: clientOf(subject, address) }, service),
    );
  }

  async upload(call: Call, path: string): Promise<void> {
    const { target, subject, address } = await this.authorize(call, path, 'git-upload-pack');
    refuseOtherTypes(call.request, 'git-upload-pack');
    const repository = await this.repositoryOf(target, subject, 'git-upload-pack');
    const gitDir = await this.repositories.openDirectory(repository, target.defaultBranch);
    await this.reading(repository, () => this.packs.upload({ ...call, gitDir, client: clientOf(subject, address) }));
  }

  async receive(call: Call, path: string): Promise<void> {
    const { target, subject, address } = await this.authorize(call, path, 'git-receive-pack');
    refuseOtherTypes(call.request, 'git-receive-pack');
    if (subject.kind !== 'user') {
      throw repositoryNotFound(); // only user accounts may push
    }
    const found = await this.repositoryOf(target, subject, 'git-receive-pack');
    await this.leases.writing(found, async (repository) => {
      const gitDir = await this.repositories.openDirectory(repository, target.defaultBranch);
      await this.repositories.reaching(repository, () =>
        this.packs.receive(
          { ...call, gitDir, client: clientOf(subject, address) },
          repository,
          authorOf(subject, address),
        ),
      );
    });
  }

  private reading(repository: Repository, work: () => Promise<void>): Promise<void> {
    return this.leases.reading(repository.id, () => this.repositories.reaching(repository, work));
  }

  private async authorize({ request }: Call, path: string, service: GitService) {
    const address = clientAddressOf(request);
    const subject: GitSubject = await this.logins.subjectOf(request.headers.authorization, address);
    return { subject, address, target: await this.access.authorize(path, subject, service) };
  }

  /**
   * Returns the repository. A project's wiki is created by its first push; all others exist since their container was
   * created.
   */
  private async repositoryOf(
    { container, type }: GitTarget,
    subject: GitSubject,
    service: GitService,
  ): Promise<Repository> {
    const repository = await this.repositories.find(container, type);
    if (repository) {
      return repository;
    }
    const isFirstPush = service === 'git-receive-pack' && type === 'wiki' && 'projectId' in container;
    if (isFirstPush) {
      await this.repositories.addWiki(container.projectId);
    }
    const created = isFirstPush ? await this.repositories.find(container, type) : null;
    if (!created) {
      throw subject.kind === 'anonymous' ? accessDenied() : repositoryNotFound();
    }
    return created;
  }
}
