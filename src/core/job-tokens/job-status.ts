/** Statuses of pipelines and jobs (contract: triggers §4). */
export const STATUSES = [
  'created',
  'waiting_for_resource',
  'preparing',
  'pending',
  'running',
  'success',
  'failed',
  'canceled',
  'skipped',
  'manual',
  'scheduled',
] as const;
export type Status = (typeof STATUSES)[number];
