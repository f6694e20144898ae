import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { StoragesService } from '../../repositories/storages/storages.service.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { SPARE } from '../mover/repository-copies.service.js';
import { BulkMovesRepository } from './bulk-moves.repository.js';
import type { Candidate } from './bulk-moves.repository.js';
import type { MovePreview, PreviewItem, PreviewRule, PreviewStorage } from './move-preview.js';

const SHOWN_ITEMS = 1000;
const COUNTED = 1_000_000;

/** What scheduling would do; nothing is stored (contract: storage-moves §13.3). */
@Injectable()
export class MovePreviewsService {
  constructor(
    private readonly containers: BulkMovesRepository,
    private readonly storages: StoragesService,
  ) {}

  async ofStorage(kind: ContainerKind, source: string, destination: string | null): Promise<MovePreview> {
    return this.of(await this.containers.candidates(kind, source, COUNTED), destination);
  }

  async ofContainer(kind: ContainerKind, id: number, destination: string | null): Promise<MovePreview> {
    const candidate = await this.containers.candidate(kind, id);
    return this.of(candidate ? [candidate] : [], destination);
  }

  private async of(candidates: readonly Candidate[], destination: string | null): Promise<MovePreview> {
    const pick = destination === null ? await this.storages.picks() : () => destination;
    const items = candidates.map((candidate) => itemOf(candidate, pick()));
    const moved = items.filter(({ action }) => action === 'move');
    const bytes = moved.reduce((sum, item) => sum + item.bytes, 0);
    const names = [...new Set(moved.map((item) => item.destination))].toSorted();
    return {
      items: items.slice(0, SHOWN_ITEMS),
      totals: { move: moved.length, skip: items.length - moved.length, bytes },
      storages: await Promise.all(names.map((name) => this.storageOf(name, moved))),
    };
  }

  private async storageOf(name: string, moved: readonly PreviewItem[]): Promise<PreviewStorage> {
    const { bavail, bsize } = await statfs(this.storages.directoryOf(name));
    const needed = moved.filter(({ destination }) => destination === name).reduce((sum, { bytes }) => sum + bytes, 0);
    return { name, availableBytes: bavail * bsize, neededBytes: Math.ceil(needed * SPARE) };
  }
}

function itemOf({ id, name, storage, bytes, ...candidate }: Candidate, destination: string): PreviewItem {
  const rule = ruleFor(candidate, storage === destination);
  const action = rule === 'is read-only' || rule === 'is archived' ? 'skip' : 'move';
  const moves = rule === 'is on the source storage';
  return { id, name, action, rule, source: storage, destination, bytes: moves ? bytes : 0 };
}

function ruleFor(
  { isReadOnly, isArchived }: Pick<Candidate, 'isReadOnly' | 'isArchived'>,
  isThere: boolean,
): PreviewRule {
  if (isReadOnly) {
    return 'is read-only';
  }
  if (isArchived) {
    return 'is archived';
  }
  return isThere ? 'is on the destination storage' : 'is on the source storage';
}
