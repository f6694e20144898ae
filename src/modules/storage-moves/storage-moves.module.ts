import { Module } from '@nestjs/common';
import { OperationsModule } from '../../core/operations/operations.module.js';
import { SettingsModule } from '../../core/settings/settings.module.js';
import { UsersModule } from '../../core/users/users.module.js';
import { GitModule } from '../../platform/git/git.module.js';
import { RepositoriesModule } from '../repositories/repositories.module.js';
import { BulkItemsRepository } from './bulk/bulk-items.repository.js';
import { BulkItemsService } from './bulk/bulk-items.service.js';
import { BulkMovesRepository } from './bulk/bulk-moves.repository.js';
import { BulkMovesService } from './bulk/bulk-moves.service.js';
import { BulkProgressService } from './bulk/bulk-progress.service.js';
import { BulkRunService } from './bulk/bulk-run.service.js';
import { MovePreviewsService } from './bulk/move-previews.service.js';
import { RunBulkMovesJob } from './bulk/run-bulk-moves.job.js';
import { CancelMovesCommand } from './commands/cancel-moves.command.js';
import { PauseMovesCommand } from './commands/pause-moves.command.js';
import { ResumeMovesCommand } from './commands/resume-moves.command.js';
import { FollowMovesCommand } from './commands/follow-moves.command.js';
import { FollowedService } from './commands/followed.service.js';
import { ListMovesCommand } from './commands/list-moves.command.js';
import { ListStoragesCommand } from './commands/list-storages.command.js';
import { RetryMovesCommand } from './commands/retry-moves.command.js';
import { ScheduleAllMovesCommand } from './commands/schedule-all-moves.command.js';
import { ScheduleMoveCommand } from './commands/schedule-move.command.js';
import { CleanStorageJob } from './leftovers/clean-storage.job.js';
import { LeftoversService } from './leftovers/leftovers.service.js';
import { StorageCleaningService } from './leftovers/storage-cleaning.service.js';
import { MovedGroupResolver, MovedProjectResolver, MovedSnippetResolver } from './container-target.resolvers.js';
import { GroupMovesController, MovesOfGroupController } from './group-moves.controllers.js';
import { MoveSchedulingService } from './move-scheduling.service.js';
import { MoveChanges } from './mover/move-changes.js';
import { MoveTransitionsService } from './mover/move-transitions.service.js';
import { MoveRecoveryService } from './mover/move-recovery.service.js';
import { MoveRepositoryJob } from './mover/move-repository.job.js';
import { MoveWatch } from './mover/move-watch.js';
import { MovesUnderWay } from './mover/moves-under-way.js';
import { RecoverMovesJob } from './mover/recover-moves.job.js';
import { RepositoryCopiesService } from './mover/repository-copies.service.js';
import { MovedFilesService } from './mover/moved-files.service.js';
import { RepositoryTransferService } from './mover/repository-transfer.service.js';
import { StorageMoverService } from './mover/storage-mover.service.js';
import { MovePagesController } from './pages/move-pages.controller.js';
import { RunPagesController } from './pages/run-pages.controller.js';
import { StoragePagesController } from './pages/storage-pages.controller.js';
import { MovesOfProjectController, ProjectMovesController } from './project-moves.controllers.js';
import { MovedRepositoriesRepository } from './records/moved-repositories.repository.js';
import { StorageMovesRepository } from './records/storage-moves.repository.js';
import { MovesOfSnippetController, SnippetMovesController } from './snippet-moves.controllers.js';
import { ScheduledProjectMoves } from './scheduled-project-moves.js';
import {
  GroupStorageController,
  ProjectStorageController,
  SnippetStorageController,
} from './storages/container-storage.controllers.js';
import { ContainerStoragesRepository } from './storages/container-storages.repository.js';
import { RepositoryStoragesController } from './storages/repository-storages.controller.js';
import { RepositoryStoragesService } from './storages/repository-storages.service.js';
import { StorageMovesService } from './storage-moves.service.js';

/** Moves the repositories of containers between storages (contract: storage-moves). */
@Module({
  imports: [RepositoriesModule, SettingsModule, OperationsModule, UsersModule, GitModule],
  controllers: [
    ProjectMovesController,
    SnippetMovesController,
    GroupMovesController,
    MovesOfProjectController,
    MovesOfSnippetController,
    MovesOfGroupController,
    ProjectStorageController,
    SnippetStorageController,
    GroupStorageController,
    RepositoryStoragesController,
    StoragePagesController,
    MovePagesController,
    RunPagesController,
  ],
  providers: [
    StorageMovesService,
    StorageMovesRepository,
    MovedProjectResolver,
    MovedSnippetResolver,
    MovedGroupResolver,
    MovedRepositoriesRepository,
    MoveSchedulingService,
    MoveRepositoryJob,
    StorageMoverService,
    MoveChanges,
    MoveTransitionsService,
    RepositoryTransferService,
    RepositoryCopiesService,
    MovedFilesService,
    MoveWatch,
    MovesUnderWay,
    MoveRecoveryService,
    RecoverMovesJob,
    BulkMovesService,
    BulkMovesRepository,
    BulkItemsService,
    BulkProgressService,
    BulkItemsRepository,
    BulkRunService,
    MovePreviewsService,
    RunBulkMovesJob,
    ScheduledProjectMoves,
    ContainerStoragesRepository,
    RepositoryStoragesService,
    LeftoversService,
    StorageCleaningService,
    CleanStorageJob,
    FollowedService,
    ListStoragesCommand,
    ListMovesCommand,
    ScheduleMoveCommand,
    ScheduleAllMovesCommand,
    FollowMovesCommand,
    CancelMovesCommand,
    PauseMovesCommand,
    ResumeMovesCommand,
    RetryMovesCommand,
  ],
})
export class StorageMovesModule {}
