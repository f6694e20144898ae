/** A configured storage with figures about its contents. */
export interface StorageFigures {
  readonly name: string;
  readonly weight: number;
  readonly isHealthy: boolean;
  readonly projects: number;
  readonly snippets: number;
  readonly groups: number;
  readonly sizeBytes: number;
  /** Null if it cannot be determined. */
  readonly availableBytes: number | null;
  /** Number of old copies that could not be removed. */
  readonly leftovers: number;
}
