import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../common/errors/catalogue.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import type { Page } from '../../common/pagination/page.js';
import type { ContainerKind } from './kinds/container-kind.js';
import type { ShownMove } from './storage-move.js';
import { MoveTransitionsService } from './mover/move-transitions.service.js';
import { canceled } from './mover/move-failure.js';
import { StorageMovesRepository } from './records/storage-moves.repository.js';
import type { MoveFilters } from './records/storage-moves.repository.js';

/** Lists, shows and cancels moves (contract: storage-moves §3, §13.4). */
@Injectable()
export class StorageMovesService {
  constructor(
    private readonly moves: StorageMovesRepository,
    private readonly transitions: MoveTransitionsService,
  ) {}

  list(kind: ContainerKind, filters: MoveFilters, page: PageRequest): Promise<Page<ShownMove>> {
    return this.moves.page(kind, filters, page);
  }

  /** Throws 404, also for a move of another container than `containerId`, if given. */
  async get(kind: ContainerKind, id: number, containerId?: number): Promise<ShownMove> {
    const move = await this.moves.find(kind, id, containerId);
    if (!move) {
      throw notFound('Repository Storage Move');
    }
    return move;
  }

  /** Returns the id of a container by its id or full path; null if there is none. */
  findContainer(kind: ContainerKind, reference: string): Promise<number | null> {
    return this.moves.findContainer(kind, reference);
  }

  /** Like {@link findContainer}, but throws 404. */
  async containerId(kind: ContainerKind, reference: string): Promise<number> {
    const id = await this.findContainer(kind, reference);
    if (id === null) {
      throw notFound(kind.label);
    }
    return id;
  }

  /** A scheduled move ends at once, a running one within a second or two. Throws 404, and 409 after the switch. */
  async cancel(kind: ContainerKind, id: number): Promise<ShownMove> {
    await this.get(kind, id);
    const move = await this.moves.requestCancel(kind, id);
    if (!move) {
      throw conflict('The move can no longer be canceled');
    }
    await this.transitions.endScheduled(kind, move, canceled().message);
    return this.get(kind, id);
  }
}
