import { setImmediate as nextTurn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import type { SaxesTagPlain } from 'saxes';

/** Characters parsed in one turn; other requests are served between two slices. */
const SLICE_CHARACTERS = 32 * 1024;
/** Readers append the name to the path of each element below it. */
const LONGEST_NAME = 100;

/** Why a file cannot be read; the message continues a sentence that begins with the file's name. */
export class XmlError extends Error {}

/** Limits that no legitimate file exceeds. */
export interface XmlLimits {
  readonly depth: number;
  /** Maximum per element, since the attributes of an element are handled in one turn. */
  readonly attributes: number;
  readonly takesDoctype: boolean;
}

/** Collects data while elements open and close. */
export interface XmlReading {
  open(element: SaxesTagPlain): void;
  addText(piece: string): void;
  close(): void;
}

/**
 * Parses an uploaded text. Throws {@link XmlError} when it is not well-formed or exceeds the limits, and the errors of
 * `reading`. Entities declared by a document type are unknown, and thus an error.
 */
export async function readXml(text: string, limits: XmlLimits, reading: XmlReading): Promise<void> {
  const parser = guardedParser(limits, reading);
  for (let at = 0; at < text.length; at += SLICE_CHARACTERS) {
    parser.write(text.slice(at, at + SLICE_CHARACTERS));
    await nextTurn();
  }
  parser.close();
}

function guardedParser({ depth, attributes, takesDoctype }: XmlLimits, reading: XmlReading): SaxesParser {
  const parser = new SaxesParser();
  let open = 0;
  let given = 0;
  parser.on('doctype', () => {
    refuse(!takesDoctype, 'has a document type');
  });
  parser.on('error', () => {
    refuse(true, 'is no well-formed XML');
  });
  parser.on('attribute', () => {
    given += 1;
    refuse(given > attributes, 'has too many attributes');
  });
  parser.on('opentag', (element) => {
    given = 0;
    open += 1;
    refuse(element.name.length > LONGEST_NAME, 'has a name that is too long');
    refuse(open > depth, 'is nested too deeply');
    reading.open(element);
  });
  parser.on('text', (piece) => {
    reading.addText(piece);
  });
  parser.on('cdata', (piece) => {
    reading.addText(piece);
  });
  parser.on('closetag', () => {
    open -= 1;
    reading.close();
  });
  return parser;
}

function refuse(isWrong: boolean, reason: string): void {
  if (isWrong) {
    throw new XmlError(reason);
  }
}
