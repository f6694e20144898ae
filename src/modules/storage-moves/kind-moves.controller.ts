import { Get, HttpCode, Injectable, Post, Res } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Answers } from '../../core/access/answers.decorator.js';
import type { Caller } from '../../core/access/caller.js';
import { IdParam, Input, Me, Paging } from '../../core/access/request.decorators.js';
import { AcceptedSchema, operationLocation, presentAccepted } from '../../core/operations/operation.presenter.js';
import { Env } from '../../platform/config/env.js';
import type { HttpResponse } from '../../platform/http/http-types.js';
import { BulkMovesService } from './bulk/bulk-moves.service.js';
import { MovePreviewSchema, presentPreview } from './bulk/move-preview.presenter.js';
import type { ContainerKind } from './kinds/container-kind.js';
import { MoveSchedulingService } from './move-scheduling.service.js';
import { presentMove, StorageMoveSchema } from './storage-move.presenter.js';
import { ListStorageMovesQuery, ScheduleMovesInput } from './storage-moves.dto.js';
import { StorageMovesService } from './storage-moves.service.js';

/** Moves of all containers of a kind (contract: storage-moves §3, §6, §13). */
@Injectable()
export abstract class KindMovesController {
  protected abstract readonly kind: ContainerKind;

  constructor(
    private readonly moves: StorageMovesService,
    private readonly scheduling: MoveSchedulingService,
    private readonly bulk: BulkMovesService,
    private readonly env: Env,
  ) {}

  @Get()
  @Answers([StorageMoveSchema])
  async list(@Paging() page: PageRequest, @Input() query: ListStorageMovesQuery) {
    const found = await this.moves.list(this.kind, query.toFilters(), page);
    return found.map((move) => presentMove(move, this.kind, this.env.baseUrl));
  }

  @Get(':move_id')
  @Answers(StorageMoveSchema)
  async show(@IdParam('move_id') id: number) {
    return presentMove(await this.moves.get(this.kind, id), this.kind, this.env.baseUrl);
  }

  @Post()
  @HttpCode(202)
  @Answers(AcceptedSchema, MovePreviewSchema)
  async scheduleAll(
    @Me() me: Caller,
    @Input() input: ScheduleMovesInput,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const { source_storage_name: source, destination_storage_name: destination = null } = input;
    if (input.dry_run) {
      response.statusCode = 200;
      return presentPreview(await this.bulk.preview(this.kind, { source, destination }));
    }
    const operation = await this.bulk.start(this.kind, { source, destination }, me.userId);
    response.setHeader('Location', operationLocation(operation, this.env.baseUrl));
    return presentAccepted(operation);
  }

  @Post(':move_id/cancel')
  @HttpCode(200)
  @Answers(StorageMoveSchema)
  async cancel(@IdParam('move_id') id: number) {
    return presentMove(await this.moves.cancel(this.kind, id), this.kind, this.env.baseUrl);
  }

  @Post(':move_id/retry')
  @Answers(StorageMoveSchema)
  async retry(@Me() me: Caller, @IdParam('move_id') id: number) {
    const move = await this.moves.get(this.kind, id);
    return presentMove(await this.scheduling.retry(this.kind, move, me), this.kind, this.env.baseUrl);
  }
}
