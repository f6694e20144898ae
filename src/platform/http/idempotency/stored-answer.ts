/** Thrown to answer a repeated request with the answer of the first one (contract: conventions §12 rule 3). */
export class StoredAnswer extends Error {
  constructor(
    readonly status: number,
    /** JSON text as it was sent; null when the answer had no body. */
    readonly text: string | null,
    readonly location: string | null,
  ) {
    super(`A stored answer with status ${status}`);
  }
}
