/** A configured storage with what lies on it. */
export interface StorageFigures {
  readonly name: string;
  readonly weight: number;
  readonly isHealthy: boolean;
  readonly projects: number;
  readonly snippets: number;
  readonly groups: number;
  readonly sizeBytes: number;
  /** Null where it cannot be read. */
  readonly availableBytes: number | null;
  /** Old copies that could not be removed. */
  readonly leftovers: number;
}
