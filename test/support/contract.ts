import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What may be cited of a page, with its text: `6`, `6.1`, and `6.1.4` for item or table row 4 below heading 6.1. */
export type Sections = ReadonlyMap<string, string>;
export type Contract = ReadonlyMap<string, Sections>;

export interface Fault {
  readonly line: number;
  readonly text: string;
}

const SIGN = '\u00a7'; // the section sign, escaped: this file cites nothing
const HEADING = /^#+ (?:([A-Z]?\d+(?:\.\d+)*)\.? )?/;
const ENTRY = /^(?:\| )?(\d+)(?:\.| \|) |[:;] \((\d+)\) /g;

const PAGE = '[a-z][a-z-]*';
const NUMBER = String.raw`[A-Z]?\d+(?:\.\d+)*`;
const ENTRIES = String.raw`\s+(?:step|rule|row)s?\s+\d+(?:\s+(?:and|to)\s+\d+)?`;
const POINT = String.raw`${SIGN}${NUMBER}(?:\s+to\s+${SIGN}${NUMBER}|${ENTRIES}| [A-Z]\w+)?`;
const CITATION = new RegExp(
  String.raw`\b[Cc]ontract:\s+${PAGE}(?:\s+${POINT}(?:,\s+(?:${PAGE}\s+)?${POINT})*|(?=[).,;]))`,
  'g',
);
const CITED = new RegExp(String.raw`(?:(${PAGE})\s+)?(${POINT})`, 'g');
const OTHER_STANDARD = /(?:RFC \d+|OpenID Connect \w+),? $/;

/** The pages of docs/contract. */
export function readContract(directory = 'docs/contract'): Contract {
  const files = readdirSync(directory).filter((name) => name !== 'README.md');
  return new Map(
    files.map((name) => [path.basename(name, '.md'), sectionsOf(readFileSync(path.join(directory, name), 'utf8'))]),
  );
}

export function sectionsOf(markdown: string): Sections {
  const sections = new Map<string, string>();
  let number: string | undefined;
  for (const line of markdown.split('\n')) {
    const heading = HEADING.exec(line);
    if (heading) {
      number = heading[1];
    }
    if (number === undefined) {
      continue;
    }
    sections.set(number, `${sections.get(number) ?? ''}${line}\n`);
    for (const [, item, inText] of line.matchAll(ENTRY)) {
      sections.set(`${number}.${item ?? inText}`, line);
    }
  }
  return sections;
}

/** Citations of the text that lead nowhere or are not spelled as docs/contract/README.md says. */
export function citationFaults(text: string, pages: Contract): Fault[] {
  const flat = joinComments(text);
  const citations = [...flat.matchAll(CITATION)].map((match) => ({ text: match[0], from: match.index }));
  const isCited = (at: number) =>
    citations.some((citation) => at >= citation.from && at < citation.from + citation.text.length);
  const faultAt = (at: number, what: string): Fault => ({ line: text.slice(0, at).split('\n').length, text: what });
  const stray = (pattern: RegExp) => [...flat.matchAll(pattern)].map(({ index }) => index).filter((at) => !isCited(at));

  return [
    ...citations.flatMap((citation) => deadEnds(citation.text, pages).map((what) => faultAt(citation.from, what))),
    ...stray(/\bcontract:/gi).map((at) => faultAt(at, 'names no page and section')),
    ...stray(new RegExp(SIGN, 'g'))
      .filter((at) => !OTHER_STANDARD.test(flat.slice(Math.max(0, at - 40), at)))
      .map((at) => faultAt(at, `"${flat.slice(at, at + 6).trim()}" is of no page`)),
    ...stray(/\bsections? \d/gi).map((at) => faultAt(at, `"${flat.slice(at, at + 10).trim()}" is of no page`)),
  ];
}

/** Line breaks and the marks of comments as spaces, so that a citation may continue on the next line. */
function joinComments(text: string): string {
  return text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)[ \t]*/g, (gap) => ' '.repeat(gap.length));
}

function deadEnds(citation: string, pages: Contract): string[] {
  const list = citation.replace(/^\w+:\s+/, '');
  let page = /^[\w-]+/.exec(list)?.[0] ?? '';
  const missing = pages.has(page) ? [] : [`there is no page "${page}"`];
  for (const [, named, point = ''] of list.matchAll(CITED)) {
    page = named ?? page;
    const sections = pages.get(page);
    if (!sections) {
      missing.push(`there is no page "${page}"`);
    } else if (!leadsSomewhere(point, sections)) {
      missing.push(`${page} has no ${point.replace(/\s+/g, ' ')}`);
    }
  }
  return [...new Set(missing)];
}

function leadsSomewhere(point: string, sections: Sections): boolean {
  const [first = '', ...others] = point.split(/\s+/);
  const number = first.slice(SIGN.length);
  const text = sections.get(number);
  return (
    text !== undefined &&
    others.every((word) => {
      if (word.startsWith(SIGN)) {
        return sections.has(word.slice(SIGN.length));
      }
      if (/^\d/.test(word)) {
        return sections.has(`${number}.${word}`);
      }
      return !/^[A-Z]/.test(word) || text.includes(word);
    })
  );
}
