import { Injectable } from '@nestjs/common';
import { TargetResolver } from '../../core/access/target-resolver.js';
import type { ResolvedTarget } from '../../core/access/target-resolver.js';
import type { ContainerKind } from './kinds/container-kind.js';
import { groupKind } from './kinds/group.kind.js';
import { projectKind } from './kinds/project.kind.js';
import { snippetKind } from './kinds/snippet.kind.js';
import { StorageMovesService } from './storage-moves.service.js';

/** Resolves `:id`, an id or full path, to the container's id, for administrators (contract: storage-moves §3). */
@Injectable()
abstract class ContainerTargetResolver extends TargetResolver {
  protected abstract readonly kind: ContainerKind;

  constructor(private readonly moves: StorageMovesService) {
    super();
  }

  override async resolve({ id = '' }: Readonly<Record<string, string>>): Promise<ResolvedTarget | null> {
    const containerId = await this.moves.findContainer(this.kind, id);
    return containerId === null ? null : { record: containerId, level: null };
  }
}

@Injectable()
export class MovedProjectResolver extends ContainerTargetResolver {
  protected override readonly kind = projectKind;
  override readonly resourceName = projectKind.label;
}

@Injectable()
export class MovedSnippetResolver extends ContainerTargetResolver {
  protected override readonly kind = snippetKind;
  override readonly resourceName = snippetKind.label;
}

@Injectable()
export class MovedGroupResolver extends ContainerTargetResolver {
  protected override readonly kind = groupKind;
  override readonly resourceName = groupKind.label;
}
