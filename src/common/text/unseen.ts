/** Characters that are invisible, that reorder the displayed text, or that a terminal obeys; tabs and line breaks are none. */
export const UNSEEN =
  // eslint-disable-next-line no-control-regex -- control characters are what it is about
  /([\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff])/;

const ALL_UNSEEN = new RegExp(UNSEEN, 'g');

/** Text for a terminal, which shows what others wrote and does not obey it: such characters as `\u001b`. */
export const withUnseenEscaped = (text: string): string => text.replace(ALL_UNSEEN, escaped);

/** The same of a text that has to stay one line. */
export const onOneLine = (text: string): string => withUnseenEscaped(text).replaceAll('\n', escaped);

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
