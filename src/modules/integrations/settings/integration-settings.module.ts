import { Module } from '@nestjs/common';
import { IntegrationRecordsModule } from '../records/integration-records.module.js';
import { AvailableKinds } from './available-kinds.js';
import { GuardedAddresses } from './guarded-addresses.js';
import { IntegrationKindsController } from './integration-kinds.controller.js';
import { IntegrationSecrets } from './integration-secrets.js';
import { IntegrationsController } from './integrations.controller.js';
import { IntegrationsRepository } from './integrations.repository.js';
import { KindWords } from './kind-words.js';
import { IntegrationsService } from './integrations.service.js';

/** Settings of integrations (contract: integrations §1, §2, §3). */
@Module({
  imports: [IntegrationRecordsModule],
  controllers: [IntegrationsController, IntegrationKindsController],
  providers: [
    IntegrationsService,
    IntegrationsRepository,
    IntegrationSecrets,
    AvailableKinds,
    KindWords,
    GuardedAddresses,
  ],
  exports: [IntegrationsService, IntegrationsRepository, IntegrationSecrets, AvailableKinds],
})
export class IntegrationSettingsModule {}
