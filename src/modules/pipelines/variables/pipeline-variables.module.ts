import { Module } from '@nestjs/common';
import { CiVariablesRepository } from './ci-variables.repository.js';
import { GroupVariablesController } from './group-variables.controller.js';
import { InstanceVariablesController } from './instance-variables.controller.js';
import { ProjectVariablesController } from './project-variables.controller.js';
import { VariablesService } from './variables.service.js';

/** Variables of projects, groups and the instance. */
@Module({
  controllers: [ProjectVariablesController, GroupVariablesController, InstanceVariablesController],
  providers: [VariablesService, CiVariablesRepository],
  exports: [CiVariablesRepository],
})
export class PipelineVariablesModule {}
