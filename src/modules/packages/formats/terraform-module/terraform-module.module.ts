import { Module } from '@nestjs/common';
import { PackageFilesModule } from '../../files/package-files.module.js';
import { PackageProtocolModule } from '../../protocol/package-protocol.module.js';
import { TerraformDiscoveryController } from './terraform-discovery.controller.js';
import { TerraformFilesController } from './terraform-files.controller.js';
import { TerraformModulesService } from './terraform-modules.service.js';
import { TerraformPassesService } from './terraform-passes.service.js';
import { TerraformProjectController } from './terraform-project.controller.js';
import { TerraformPublishingService } from './terraform-publishing.service.js';
import { TerraformRegistryController } from './terraform-registry.controller.js';
import { TerraformRepository } from './terraform.repository.js';

/** Terraform modules (contract: packages §5.9). */
@Module({
  imports: [PackageFilesModule, PackageProtocolModule],
  controllers: [
    TerraformDiscoveryController,
    TerraformRegistryController,
    TerraformProjectController,
    TerraformFilesController,
  ],
  providers: [TerraformModulesService, TerraformPublishingService, TerraformPassesService, TerraformRepository],
})
export class TerraformModuleModule {}
