import { Module } from '@nestjs/common';
import { ChatAccountsModule } from './chat-accounts/chat-accounts.module.js';
import { SlashCommandsModule } from './commands/slash-commands.module.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { IntegrationEventsModule } from './events/integration-events.module.js';
import { IntegrationGraphqlModule } from './graphql/integration-graphql.module.js';
import { IntegrationPagesModule } from './pages/integration-pages.module.js';
import { IntegrationPlanningModule } from './planning/integration-planning.module.js';
import { ExternalLinksModule } from './links/external-links.module.js';
import { IntegrationReadsModule } from './reads/integration-reads.module.js';
import { IntegrationRecordsModule } from './records/integration-records.module.js';
import { IntegrationSettingsModule } from './settings/integration-settings.module.js';
import { VendorBasesModule } from './vendor-bases/vendor-bases.module.js';

/** Notifies other programs of what happens in projects (contract: integrations). */
@Module({
  imports: [
    IntegrationRecordsModule,
    IntegrationSettingsModule,
    IntegrationPlanningModule,
    IntegrationEventsModule,
    DeliveriesModule,
    IntegrationReadsModule,
    IntegrationPagesModule,
    ExternalLinksModule,
    ChatAccountsModule,
    SlashCommandsModule,
    VendorBasesModule,
    IntegrationGraphqlModule,
  ],
})
export class IntegrationsModule {}
