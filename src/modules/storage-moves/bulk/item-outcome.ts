import type { MoveRefusal } from '../move-refusal.js';

/** What became of a container in a run: a move, a second one after its worker stopped, or why it was skipped. */
export type ItemOutcome = 'scheduled' | 'scheduled again' | MoveRefusal;
