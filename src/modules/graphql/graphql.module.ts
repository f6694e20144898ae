import { Module } from '@nestjs/common';
import { useErrorFormat } from '../../platform/http/error-format.js';
import { DocumentsService } from './endpoint/documents.service.js';
import { graphqlErrorFormat } from './endpoint/graphql-http-errors.js';
import { GraphqlController } from './endpoint/graphql.controller.js';
import { PersistedQueries } from './endpoint/persisted-queries.js';
import { GraphqlPageController } from './pages/graphql-page.controller.js';
import { BaseTypes } from './schema/base-types.js';
import { SchemaService } from './schema/schema.service.js';

useErrorFormat('api/graphql', graphqlErrorFormat);

/** The endpoint, its limits and the schema that all modules contribute to (contract: scim-graphql §B1). */
@Module({
  controllers: [GraphqlController, GraphqlPageController],
  providers: [DocumentsService, PersistedQueries, SchemaService, BaseTypes],
})
export class GraphqlModule {}
