/** A tag as far as the rules look at it; times are ISO 8601 text. */
export interface TagFacts {
  readonly name: string;
  readonly digest: string;
  /** When the image was made; null where nothing tells. */
  readonly createdAt: string | null;
  /** Time of the last push. */
  readonly pushedAt: string;
}
