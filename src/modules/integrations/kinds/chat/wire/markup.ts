/** How a receiver writes text and links (contract: integrations §6.1). */
export interface Markup {
  readonly escape: (text: string) => string;
  /** Of an escaped text. */
  readonly link: (text: string, url: string) => string;
  readonly lineBreak: string;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** `<address|text>`, and entities. */
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

/** Markdown whose line breaks are line breaks. */
export const MARKDOWN_LINES = markdown('\n');
/** Markdown where a line break needs two blanks before it. */
export const MARKDOWN = markdown('  \n');
/** Markdown of cards, where only paragraphs break. */
export const MARKDOWN_PARAGRAPHS = markdown('\n\n');
/** No markup: what stands for a message where nothing else can be shown. */
export const PLAIN: Markup = { escape: (text) => text, link: (text) => text, lineBreak: '\n' };
