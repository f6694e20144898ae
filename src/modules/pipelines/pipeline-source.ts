/** What created a pipeline (contract: triggers §2, §3, §10). */
export const PIPELINE_SOURCES = ['push', 'trigger', 'pipeline', 'api', 'web', 'schedule', 'external', 'chat'] as const;
export type PipelineSource = (typeof PIPELINE_SOURCES)[number];
