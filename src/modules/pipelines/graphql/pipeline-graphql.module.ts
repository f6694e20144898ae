import { Module } from '@nestjs/common';
import { PipelineRecordsModule } from '../records/pipeline-records.module.js';
import { PipelineTypes } from './pipeline-types.js';

/** Pipelines by GraphQL (contract: scim-graphql §B3). */
@Module({ imports: [PipelineRecordsModule], providers: [PipelineTypes] })
export class PipelineGraphqlModule {}
