/** Why no move was made. */
export type MoveRefusal = 'is read-only' | 'is not on the source storage' | 'is gone';
