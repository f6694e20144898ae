/**
 * A path parameter that stands for one of a closed list of words. With another word the path is unknown to verbs that
 * no route answers; routes check it themselves, after the rights of the caller. Features contribute theirs.
 */
export abstract class PathWords {
  /** Name of the parameter. */
  abstract readonly parameter: string;
  /** `text` is still percent-encoded. */
  abstract has(text: string): boolean;
}
