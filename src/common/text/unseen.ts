/**
 * Characters that are invisible, reorder the displayed text, or control a terminal; tabs and line breaks are not
 * included.
 */
export const UNSEEN =
  // eslint-disable-next-line no-control-regex -- control characters are what it is about
  /([\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff])/;

const ALL_UNSEEN = new RegExp(UNSEEN, 'g');

/**
 * Returns text for a terminal with such characters escaped, like `\u001b`, so that user input is shown and not
 * interpreted.
 */
export const withUnseenEscaped = (text: string): string => text.replace(ALL_UNSEEN, escaped);

/** Like {@link withUnseenEscaped}, for a text that must stay on one line. */
export const onOneLine = (text: string): string => withUnseenEscaped(text).replaceAll('\n', escaped);

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
