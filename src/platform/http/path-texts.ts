/**
 * What a path parameter may hold at all. With another text the path is unknown, to every verb and every caller, as where
 * an integer is none. Features contribute theirs.
 */
export abstract class PathTexts {
  /** Name of the parameter. */
  abstract readonly parameter: string;
  /** `text` is still percent-encoded. */
  abstract admits(text: string): boolean;
}
