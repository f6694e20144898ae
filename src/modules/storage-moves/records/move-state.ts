/** Contract: storage-moves §2, §4. */
export const MOVE_STATES = [
  'initial',
  'scheduled',
  'started',
  'replicated',
  'finished',
  'failed',
  'cleanup failed',
] as const;
export type MoveState = (typeof MOVE_STATES)[number];
