import { Get, HttpCode, Injectable, Post, Res } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Answers } from '../../core/access/answers.decorator.js';
import type { Caller } from '../../core/access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../../core/access/request.decorators.js';
import { Env } from '../../platform/config/env.js';
import type { HttpResponse } from '../../platform/http/http-types.js';
import { BulkMovesService } from './bulk/bulk-moves.service.js';
import { MovePreviewSchema, presentPreview } from './bulk/move-preview.presenter.js';
import type { ContainerKind } from './kinds/container-kind.js';
import { MoveSchedulingService } from './move-scheduling.service.js';
import { presentMove, StorageMoveSchema } from './storage-move.presenter.js';
import { ListStorageMovesQuery, ScheduleMoveInput } from './storage-moves.dto.js';
import { StorageMovesService } from './storage-moves.service.js';

/** Moves of one container (contract: storage-moves §3). */
@Injectable()
export abstract class ContainerMovesController {
  protected abstract readonly kind: ContainerKind;

  constructor(
    private readonly moves: StorageMovesService,
    private readonly scheduling: MoveSchedulingService,
    private readonly bulk: BulkMovesService,
    private readonly env: Env,
  ) {}

  @Get()
  @Answers([StorageMoveSchema])
  async list(@Target() containerId: number, @Paging() page: PageRequest, @Input() query: ListStorageMovesQuery) {
    const found = await this.moves.list(this.kind, { ...query.toFilters(), containerId }, page);
    return found.map((move) => presentMove(move, this.kind, this.env.baseUrl));
  }

  @Get(':move_id')
  @Answers(StorageMoveSchema)
  async show(@Target() containerId: number, @IdParam('move_id') moveId: number) {
    return presentMove(await this.moves.get(this.kind, moveId, containerId), this.kind, this.env.baseUrl);
  }

  @Post()
  @HttpCode(201)
  @Answers(StorageMoveSchema, MovePreviewSchema)
  async schedule(
    @Target() containerId: number,
    @Me() me: Caller,
    @Input() input: ScheduleMoveInput,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const { destination_storage_name: destination = null, dry_run: isDryRun } = input;
    if (isDryRun) {
      response.statusCode = 200;
      return presentPreview(await this.bulk.previewOne(this.kind, containerId, destination));
    }
    const order = { containerId, destination, operationId: null };
    return presentMove(await this.scheduling.schedule(this.kind, order, me), this.kind, this.env.baseUrl);
  }
}
