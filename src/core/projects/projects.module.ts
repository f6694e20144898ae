import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectTargetResolver } from '../access/target-resolver.js';
import { DeleteProjectJob } from './jobs/delete-project.job.js';
import { ProjectCreation } from './project-creation.service.js';
import { ProjectDefaultBranch } from './project-default-branch.service.js';
import { ProjectRepositoryFigures } from './project-repository-figures.service.js';
import { ProjectContents } from './project-contents.service.js';
import { ProjectAccessController } from './project-access.controller.js';
import { ProjectRunnersToken } from './project-runners-token.service.js';
import { ProjectDeletionController } from './project-deletion.controller.js';
import { ProjectDeletionPreviews } from './project-deletion-previews.service.js';
import { ProjectDeletion } from './project-deletion.service.js';
import { ProjectImageSpace } from './project-image-space.service.js';
import { ProjectStatistics } from './project-statistics.service.js';
import { ProjectTokensController } from './project-tokens.controller.js';
import { ProjectDeletionsRepository } from './project-deletions.repository.js';
import { ProjectMembersController } from './project-members.controller.js';
import { ProjectPlacesRepository } from './project-places.repository.js';
import { ProjectPlaces } from './project-places.service.js';
import { ProjectPages } from './pages/project-pages.service.js';
import { ProjectRestoration } from './project-restoration.service.js';
import { ProjectRemoval } from './project-removal.service.js';
import { ProjectByIdOrPath } from './project-target.resolver.js';
import { ProjectUsersController } from './project-users.controller.js';
import { ProjectViews } from './project-views.service.js';
import { ProjectEntity } from './project.entity.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsRepository } from './projects.repository.js';
import { ProjectsService } from './projects.service.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([ProjectEntity])],
  controllers: [
    ProjectsController,
    ProjectMembersController,
    ProjectUsersController,
    ProjectTokensController,
    ProjectDeletionController,
    ProjectAccessController,
  ],
  providers: [
    ProjectsService,
    ProjectDefaultBranch,
    ProjectsRepository,
    ProjectPlaces,
    ProjectPlacesRepository,
    ProjectCreation,
    ProjectDeletion,
    ProjectDeletionPreviews,
    ProjectContents,
    ProjectRestoration,
    ProjectPages,
    ProjectRunnersToken,
    ProjectDeletionsRepository,
    ProjectRemoval,
    ProjectViews,
    ProjectStatistics,
    ProjectRepositoryFigures,
    ProjectImageSpace,
    ProjectByIdOrPath,
    { provide: ProjectTargetResolver, useExisting: ProjectByIdOrPath },
    DeleteProjectJob,
  ],
  exports: [
    ProjectPages,
    ProjectCreation,
    ProjectsService,
    ProjectsRepository,
    ProjectDeletion,
    ProjectDeletionPreviews,
    ProjectContents,
    ProjectDeletionsRepository,
    ProjectRemoval,
    ProjectViews,
    ProjectStatistics,
    ProjectImageSpace,
    ProjectByIdOrPath,
    ProjectTargetResolver,
  ],
})
export class ProjectsModule {}
