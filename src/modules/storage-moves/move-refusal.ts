/** Why no move was created. */
export type MoveRefusal = 'is read-only' | 'is not on the source storage' | 'is gone';
