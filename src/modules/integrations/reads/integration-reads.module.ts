import { Module } from '@nestjs/common';
import { IntegrationSettingsModule } from '../settings/integration-settings.module.js';
import { VendorBasesModule } from '../vendor-bases/vendor-bases.module.js';
import { CommitStatusService } from './commit-status.service.js';
import { IdentityTokensService } from './identity-tokens.service.js';
import { OutboundReadsService } from './outbound-reads.service.js';

/** Data that is read from integrations' servers, rather than sent to them (contract: integrations §6.5, §6.6). */
@Module({
  imports: [IntegrationSettingsModule, VendorBasesModule],
  providers: [CommitStatusService, IdentityTokensService, OutboundReadsService],
  exports: [CommitStatusService, IdentityTokensService],
})
export class IntegrationReadsModule {}
