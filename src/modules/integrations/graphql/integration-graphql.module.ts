import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../../core/projects/projects.module.js';
import { IntegrationSettingsModule } from '../settings/integration-settings.module.js';
import { IntegrationTypes } from './integration-types.js';

/** Integrations by GraphQL (contract: scim-graphql §B3). */
@Module({ imports: [ProjectsModule, IntegrationSettingsModule], providers: [IntegrationTypes] })
export class IntegrationGraphqlModule {}
