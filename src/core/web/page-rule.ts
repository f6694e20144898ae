export const PAGE_RULE = Symbol('page rule');

/** What a page demands of the person who opens it. */
export interface PageRule {
  /** Others are sent to sign in, or told that there is no such page. */
  readonly who: 'anybody' | 'signed-in' | 'administrator';
  /** The page has a form for those who are not signed in. */
  readonly opensSession?: boolean;
  /** Front ends of our own may send JSON as well. */
  readonly takesJson?: boolean;
  /**
   * Browsers name the origin of a form `null` when its page must not tell where it was; the session's token proves that
   * the form was ours.
   */
  readonly hidesOrigin?: boolean;
}
