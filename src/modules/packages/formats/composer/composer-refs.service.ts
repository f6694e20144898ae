import { Injectable } from '@nestjs/common';
import { notFound, unprocessable } from '../../../../common/errors/catalogue.js';
import { Git } from '../../../../platform/git/git.service.js';
import { fullName, isRefName } from '../../../../platform/git/ref-names.js';
import type { RefName } from '../../../../platform/git/ref-names.js';
import { wholeOutput } from '../../../../platform/git/whole-output.js';
import { RepositoryLeasesService } from '../../../repositories/leases/repository-leases.service.js';
import { RepositoryReadsService } from '../../../repositories/reads/repository-reads.service.js';
import { RepositoriesService } from '../../../repositories/storages/repositories.service.js';
import { MANIFEST, MAX_MANIFEST_BYTES, readManifest } from './composer-manifest.js';
import type { ComposerManifest } from './composer-manifest.js';
import { versionOfBranch, versionOfTag } from './composer-versions.js';

/** A version of a package that comes from a branch or tag. */
export interface ComposerRelease {
  readonly manifest: ComposerManifest;
  readonly version: string;
  readonly commitId: string;
}

/** Finds packages in branches and tags of a project's repository. */
@Injectable()
export class ComposerRefsService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly leases: RepositoryLeasesService,
    private readonly git: Git,
  ) {}

  /** Throws 404 for an unknown ref, and 422 for one without a package. */
  async find(projectId: number, ref: RefName): Promise<ComposerRelease> {
    const repository = await this.repositories.getCode(projectId);
    const found = await this.reads.open(repository, null, async (session) => {
      const commit = isRefName(ref.name) ? await session.commit(fullName(ref)) : null;
      const entry = commit && (await session.entryAt(commit, MANIFEST));
      const blob = entry?.type === 'blob' ? await session.blob(entry.id, MAX_MANIFEST_BYTES) : null;
      return commit && { commitId: commit.id, bytes: blob?.content ?? null };
    });
    if (!found) {
      throw notFound(ref.kind === 'tag' ? 'Tag' : 'Branch');
    }
    const manifest = readManifest(found.bytes);
    const version = ref.kind === 'tag' ? versionOfTag(ref.name) : versionOfBranch(ref.name);
    if (version === null) {
      throw unprocessable('The tag is not a version');
    }
    return { manifest, version, commitId: found.commitId };
  }

  /** Streams the tree of the commit as a zip archive with one top-level folder. */
  async archive<T>(
    projectId: number,
    { manifest, commitId }: ComposerRelease,
    store: (source: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T> {
    const repository = await this.repositories.getCode(projectId);
    const gitDir = await this.repositories.findDirectory(repository);
    if (!gitDir) {
      throw notFound('Repository');
    }
    const folder = `${manifest.name.replaceAll('/', '-')}-${commitId}`;
    const args = ['archive', '--format=zip', `--prefix=${folder}/`, commitId];
    const read = () => this.git.stream(gitDir, args, (child) => store(wholeOutput(child)));
    return this.leases.reading(repository.id, () => this.repositories.reaching(repository, read));
  }
}
