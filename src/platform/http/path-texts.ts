/**
 * Limits the text of a path parameter. With any other text the path is unknown, for every verb and caller, as with an
 * integer parameter that is not an integer. Features contribute their own.
 */
export abstract class PathTexts {
  /** Name of the parameter. */
  abstract readonly parameter: string;
  /** `text` is still percent-encoded. */
  abstract admits(text: string): boolean;
}
