import { Module } from '@nestjs/common';
import { CredentialsModule } from '../../../core/credentials/credentials.module.js';
import { DeployTokensModule } from '../../../core/deploy-tokens/deploy-tokens.module.js';
import { JobTokensModule } from '../../../core/job-tokens/job-tokens.module.js';
import { SigningKeysModule } from '../../../core/signing-keys/signing-keys.module.js';
import { ImagePathsRepository } from './image-paths.repository.js';
import { RegistryAccessService } from './registry-access.service.js';
import { RegistrySubjectsRepository } from './registry-subjects.repository.js';
import { RegistrySubjectsService } from './registry-subjects.service.js';
import { RegistryTokenController } from './registry-token.controller.js';
import { RegistryTokens } from './registry-tokens.js';

/** Authenticates registry clients and issues registry tokens (contract: registry §5). */
@Module({
  imports: [CredentialsModule, DeployTokensModule, JobTokensModule, SigningKeysModule],
  controllers: [RegistryTokenController],
  providers: [
    RegistryTokens,
    RegistryAccessService,
    RegistrySubjectsService,
    RegistrySubjectsRepository,
    ImagePathsRepository,
  ],
  exports: [RegistryTokens, RegistrySubjectsService, RegistrySubjectsRepository, ImagePathsRepository],
})
export class RegistryAuthModule {}
