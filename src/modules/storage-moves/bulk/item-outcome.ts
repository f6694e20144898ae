import type { MoveRefusal } from '../move-refusal.js';

/**
 * Outcome of a container in a run: a move was scheduled, another one was scheduled after its worker stopped, or the
 * reason why it was skipped.
 */
export type ItemOutcome = 'scheduled' | 'scheduled again' | MoveRefusal;
