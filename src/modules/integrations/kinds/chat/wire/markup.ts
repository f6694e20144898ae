/** How a receiver expects text and links (contract: integrations §6.1). */
export interface Markup {
  readonly escape: (text: string) => string;
  /** Takes a text that is already escaped. */
  readonly link: (text: string, url: string) => string;
  readonly lineBreak: string;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** `<address|text>`, with escaped entities. */
export const SLACK_MARKUP: Markup = {
  escape: (text) => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign),
  link: (text, url) => `<${url}|${text}>`,
  lineBreak: '\n',
};

const markdown = (lineBreak: string): Markup => ({
  escape: (text) => text.replace(/[[\]<>*_`\\]/g, '\\$&'),
  link: (text, url) => `[${text}](${url})`,
  lineBreak,
});

/** Markdown in which a single newline breaks the line. */
export const MARKDOWN_LINES = markdown('\n');
/** Markdown in which a line break needs two trailing spaces. */
export const MARKDOWN = markdown('  \n');
/** Markdown of cards, in which only paragraphs break lines. */
export const MARKDOWN_PARAGRAPHS = markdown('\n\n');
/** No markup: the plain-text fallback of a message. */
export const PLAIN: Markup = { escape: (text) => text, link: (text) => text, lineBreak: '\n' };
