/** A tag with what its manifest says (contract: registry §3.3); times are ISO 8601 text. */
export interface TagDetails {
  readonly name: string;
  readonly digest: string;
  /** Null for an index. */
  readonly configDigest: string | null;
  /** Of the image, or of the newest one below an index. */
  readonly imageCreatedAt: string | null;
  /** Time of the last push. */
  readonly updatedAt: string;
  readonly layerSize: number;
}
