import { Module } from '@nestjs/common';
import { ProjectCodeModule } from '../project-code/project-code.module.js';
import { ProtectionModule } from '../protection/protection.module.js';
import { RefsModule } from '../refs/refs.module.js';
import { PermissionsController } from './permissions.controller.js';
import { RefPermissionsService } from './ref-permissions.service.js';

/** Reports what a caller may do with the refs of a project. */
@Module({
  imports: [ProjectCodeModule, ProtectionModule, RefsModule],
  controllers: [PermissionsController],
  providers: [RefPermissionsService],
})
export class RefPermissionsModule {}
