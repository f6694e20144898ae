import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { StoragesService } from '../../repositories/storages/storages.service.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { SPARE } from '../mover/repository-copies.service.js';
import { BulkMovesRepository } from './bulk-moves.repository.js';
import type { Candidate } from './bulk-moves.repository.js';
import type { MovePreview, PreviewItem, PreviewRule, PreviewStorage } from './move-preview.js';

const SHOWN_ITEMS = 1000;

/** Predicts what scheduling would do without storing anything (contract: storage-moves §13.3). */
@Injectable()
export class MovePreviewsService {
  constructor(
    private readonly containers: BulkMovesRepository,
    private readonly storages: StoragesService,
  ) {}

  async ofStorage(kind: ContainerKind, source: string, destination: string | null): Promise<MovePreview> {
    return this.of(this.containers.candidates(kind, source), destination);
  }

  async ofContainer(kind: ContainerKind, id: number, destination: string | null): Promise<MovePreview> {
    const candidate = await this.containers.candidate(kind, id);
    return this.of(candidate ? [candidate] : [], destination);
  }

  private async of(
    candidates: Iterable<Candidate> | AsyncIterable<Candidate>,
    destination: string | null,
  ): Promise<MovePreview> {
    const pick = destination === null ? await this.storages.picks() : () => destination;
    const items: PreviewItem[] = [];
    const totals = { move: 0, skip: 0, bytes: 0 };
    const needed = new Map<string, number>();
    for await (const candidate of candidates) {
      const item = itemOf(candidate, pick());
      totals[item.action] += 1;
      if (item.action === 'move') {
        totals.bytes += item.bytes;
        needed.set(item.destination, (needed.get(item.destination) ?? 0) + item.bytes);
      }
      if (items.length < SHOWN_ITEMS) {
        items.push(item);
      }
    }
    const storages = [...needed].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return { items, totals, storages: await Promise.all(storages.map((storage) => this.storageOf(...storage))) };
  }

  private async storageOf(name: string, bytes: number): Promise<PreviewStorage> {
    const { bavail, bsize } = await statfs(this.storages.directoryOf(name));
    return { name, availableBytes: bavail * bsize, neededBytes: Math.ceil(bytes * SPARE) };
  }
}

function itemOf({ id, name, title, storage, bytes, ...candidate }: Candidate, destination: string): PreviewItem {
  const rule = ruleFor(candidate, storage === destination);
  const action = rule === 'is read-only' || rule === 'is archived' ? 'skip' : 'move';
  const moves = rule === 'is on the source storage';
  return { id, name, title, action, rule, source: storage, destination, bytes: moves ? bytes : 0 };
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
