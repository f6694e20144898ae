import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { RepositoryLeases } from '../../core/repositories/leases/repository-leases.service.js';
import { RepositoriesService } from '../../core/repositories/repositories.service.js';
import type { Repository } from '../../core/repositories/repository.js';
import type { GitService } from './git-address.js';
import { GitGate } from './git-gate.service.js';
import { GitLogins } from './git-login.service.js';
import { repositoryNotFound } from './git-refusal.js';
import { authorOf } from './git-subject.js';
import type { GitSubject } from './git-subject.js';
import type { GitTarget } from './git-target.js';
import { GitPacks } from './packs/git-packs.service.js';
import { refuseOtherTypes } from './packs/request-body.js';

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The three requests that git clients make: who asks, may he, then the packs (contract: git §5.2). */
@Injectable()
export class GitRequests {
  constructor(
    private readonly logins: GitLogins,
    private readonly gate: GitGate,
    private readonly repositories: RepositoriesService,
    private readonly leases: RepositoryLeases,
    private readonly packs: GitPacks,
  ) {}

  async advertise(call: Call, path: string, service: GitService): Promise<void> {
    const { target } = await this.admit(call, path, service === 'git-receive-pack');
    const repository = await this.repositoryOf(target, service === 'git-receive-pack');
    if (service === 'git-receive-pack') {
      await this.leases.refuseReadOnly(repository);
    }
    const place = await this.repositories.openPlace(repository, target.defaultBranch);
    await this.leases.reading(repository.id, () => this.packs.advertise({ ...call, place }, service));
  }

  async upload(call: Call, path: string): Promise<void> {
    const { target } = await this.admit(call, path, false);
    refuseOtherTypes(call.request, 'git-upload-pack');
    const repository = await this.repositoryOf(target, false);
    const place = await this.repositories.openPlace(repository, target.defaultBranch);
    await this.leases.reading(repository.id, () => this.packs.upload({ ...call, place }));
  }

  async receive(call: Call, path: string): Promise<void> {
    const { target, subject, address } = await this.admit(call, path, true);
    refuseOtherTypes(call.request, 'git-receive-pack');
    if (subject.kind !== 'user') {
      throw repositoryNotFound(); // the gate lets nobody else push
    }
    const repository = await this.repositoryOf(target, true);
    await this.leases.writing(repository.id, async () => {
      const place = await this.repositories.openPlace(repository, target.defaultBranch);
      await this.packs.receive({ ...call, place }, repository, authorOf(subject, address));
    });
  }

  private async admit({ request }: Call, path: string, isPush: boolean) {
    const address = request.socket.remoteAddress ?? '';
    const subject: GitSubject = await this.logins.subjectOf(request.headers.authorization, address);
    return { subject, address, target: await this.gate.admit(path, subject, isPush) };
  }

  /** A wiki comes into being with its first push. */
  private async repositoryOf({ container, type, storage }: GitTarget, isPush: boolean): Promise<Repository> {
    const repository = await this.repositories.find(container, type);
    if (repository || !isPush) {
      return repository ?? this.missing();
    }
    await this.repositories.add(container, type, storage);
    return (await this.repositories.find(container, type)) ?? this.missing();
  }

  private missing(): never {
    throw repositoryNotFound();
  }
}
