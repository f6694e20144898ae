export const PAGE_RULE = Symbol('page rule');

/** Requirements of a page. */
export interface PageRule {
  /** Who may open the page; others are sent to sign in, or get 404. */
  readonly who: 'anybody' | 'signed-in' | 'administrator';
  /** Whether the page has a form for users who are not signed in. */
  readonly opensSession?: boolean;
  /** Whether front ends of our own may send JSON as well. */
  readonly takesJson?: boolean;
  /**
   * Browsers send `null` as the origin of a form when its page must not reveal its URL; the session's token then proves
   * that the form was ours.
   */
  readonly hidesOrigin?: boolean;
}
