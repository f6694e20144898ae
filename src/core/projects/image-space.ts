/** Bytes of a project's images, and the most they may be (contract: registry §9.5). */
export interface ImageSpace {
  readonly bytes: number;
  /** Null for none. */
  readonly limit: number | null;
}
