/** Why a job failed (contract: triggers §7). */
export const FAILURE_REASONS = [
  'script_failure',
  'runner_system_failure',
  'job_execution_timeout',
  'stuck_or_timeout_failure',
  'trace_size_exceeded',
  'unknown_failure',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];
