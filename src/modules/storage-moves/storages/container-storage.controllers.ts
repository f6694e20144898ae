import { Controller, Get, Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { Target } from '../../../core/access/request.decorators.js';
import { MovedGroupResolver, MovedProjectResolver, MovedSnippetResolver } from '../container-target.resolvers.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { groupKind } from '../kinds/group.kind.js';
import { projectKind } from '../kinds/project.kind.js';
import { snippetKind } from '../kinds/snippet.kind.js';
import { ContainerStorageSchema, presentContainerStorage } from './container-storage.presenter.js';
import { ContainerStoragesRepository } from './container-storages.repository.js';

/** The storage of a container (contract: storage-moves §8). */
@Injectable()
abstract class ContainerStorageController {
  protected abstract readonly kind: ContainerKind;

  constructor(private readonly storages: ContainerStoragesRepository) {}

  @Get('storage')
  @Answers(ContainerStorageSchema)
  async show(@Target() containerId: number) {
    const found = await this.storages.find(this.kind, containerId);
    if (!found) {
      throw notFound(this.kind.label);
    }
    return presentContainerStorage(found, this.kind);
  }
}

@Controller('projects/:id')
@Allow({ on: MovedProjectResolver, role: 'admin', rightsFirst: true })
export class ProjectStorageController extends ContainerStorageController {
  protected override readonly kind = projectKind;
}

@Controller('snippets/:id')
@Allow({ on: MovedSnippetResolver, role: 'admin', rightsFirst: true })
export class SnippetStorageController extends ContainerStorageController {
  protected override readonly kind = snippetKind;
}

@Controller('groups/:id')
@Allow({ on: MovedGroupResolver, role: 'admin', rightsFirst: true })
export class GroupStorageController extends ContainerStorageController {
  protected override readonly kind = groupKind;
}
