/**
 * A path parameter whose value is one of a closed list of words. With any other word the path is unknown to verbs that
 * no route answers; existing routes check the word themselves, after authorization. Features contribute their own.
 */
export abstract class PathWords {
  /** Name of the parameter. */
  abstract readonly parameter: string;
  /** `text` is still percent-encoded. */
  abstract has(text: string): boolean;
}
