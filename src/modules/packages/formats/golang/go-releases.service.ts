import { Injectable } from '@nestjs/common';
import { readRef } from '../../../../platform/git/ref-names.js';
import type { RepositoryPushed } from '../../../repositories/pushes/push.js';
import { moduleIn, readTag } from './go-module.js';
import { GoRevisionsService } from './go-revisions.service.js';
import { isGoVersion, majorOf } from './go-versions.js';
import { GolangRepository } from './golang.repository.js';
import { GoRootsService } from './go-roots.service.js';

/** Lists the tags of modules as packages (contract: packages §5.10). */
@Injectable()
export class GoReleasesService {
  constructor(
    private readonly golang: GolangRepository,
    private readonly revisions: GoRevisionsService,
    private readonly roots: GoRootsService,
  ) {}

  /** Safe to repeat: the current state of each tag is used. */
  async follow({ projectId, refs }: RepositoryPushed): Promise<void> {
    const root = await this.roots.rootOf(projectId);
    for (const ref of refs.map((change) => readRef(change.ref))) {
      if (root !== null && ref?.kind === 'tag') {
        await this.refresh(projectId, root, ref.name);
      }
    }
  }

  private async refresh(projectId: number, root: string, tag: string): Promise<void> {
    const { folder, version } = readTag(tag);
    if (!isGoVersion(version)) {
      return;
    }
    const major = majorOf(version);
    const modulePath = [root, folder, major < 2 ? '' : `v${major}`].filter((part) => part !== '').join('/');
    const module = moduleIn(root, modulePath);
    const revision = module && (await this.revisions.find(projectId, module, version));
    if (!revision?.isDeclared) {
      await this.golang.hide({ projectId, modulePath, version, tag });
      return;
    }
    await this.golang.show({ projectId, modulePath, version, tag, commitId: revision.commitId });
  }
}
