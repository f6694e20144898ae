import { setImmediate as nextTurn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import type { SaxesTagPlain } from 'saxes';

/** Parsed without a pause; other requests are served between two of them. */
const SLICE_CHARACTERS = 32 * 1024;
/** Readers join names to a path with each element below. */
const LONGEST_NAME = 100;

/** Why a file is not read; the message goes on after the name of the file. */
export class XmlError extends Error {}

/** What no file that is meant goes beyond: more would only take time. */
export interface XmlLimits {
  readonly depth: number;
  /** Of one element; they are handled in one turn. */
  readonly attributes: number;
  readonly takesDoctype: boolean;
}

/** Collects what counts while elements open and close. */
export interface XmlReading {
  open(element: SaxesTagPlain): void;
  addText(piece: string): void;
  close(): void;
}

/**
 * Reads a text that somebody uploaded. Throws {@link XmlError} for one that is not well-formed or exceeds the limits, and
 * what the reading throws. Entities that a document type declares are unknown, and so an error.
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
