import { Module } from '@nestjs/common';
import { DefinitionEvaluationService } from './evaluation/definition-evaluation.service.js';

/** Reads definition files in worker threads. */
@Module({ providers: [DefinitionEvaluationService], exports: [DefinitionEvaluationService] })
export class PipelineDefinitionModule {}
