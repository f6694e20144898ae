import { randomUUID } from 'node:crypto';
import { Pacer } from '../concurrency/pacer.js';
import { badRequest } from '../errors/catalogue.js';
import { cleanJson, invalidCharacters } from './form-encoding.js';
import { JsonScan } from './json-shape.js';
import type { ScannedText } from './json-shape.js';

/** Bytes decoded and parsed in one turn of the event loop: a few milliseconds even for the slowest input. */
const PIECE_BYTES = 256 * 1024;

const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/**
 * Parses a JSON document without dangerous names. Long texts are decoded and unescaped piece by piece, and other
 * requests are served in between. Throws 400 for invalid and for forbidden JSON (contract: conventions §3).
 */
export async function readJson(document: Buffer, maxValues: number): Promise<unknown> {
  const hasMark = document.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const bytes = hasMark ? document.subarray(BYTE_ORDER_MARK.length) : document;
  const pacer = new Pacer();
  const scan = new JsonScan(bytes, maxValues);
  while (scan.goOn(PIECE_BYTES)) {
    await pauseIfDue(pacer);
  }
  const isShort = scan.longTexts.length === 0;
  const value = isShort ? parsed(decoded(bytes)) : await readLong(bytes, scan.longTexts, pacer);
  await pauseIfDue(pacer);
  return cleanJson(value, maxValues);
}

async function readLong(bytes: Buffer, longTexts: readonly ScannedText[], pacer: Pacer): Promise<unknown> {
  const { texts, rest, marker } = await decodePieces(bytes, longTexts, pacer);
  const unescaped: string[] = [];
  for (const pieces of texts) {
    unescaped.push(await unescape(pieces, pacer));
  }
  return restored(parsed(rest), marker, unescaped);
}

interface DecodedPieces {
  /** Each long text, in its escaped form. */
  readonly texts: readonly (readonly string[])[];
  /** The document with a marker and a number instead of each long text. */
  readonly rest: string;
  readonly marker: string;
}

async function decodePieces(bytes: Buffer, longTexts: readonly ScannedText[], pacer: Pacer): Promise<DecodedPieces> {
  const marker = `${randomUUID()}:`; // cannot occur in any document
  const texts: string[][] = [];
  let rest = '';
  let from = 0;
  for (const { start, end, cuts } of longTexts) {
    const pieces: string[] = [];
    let at = start + 1;
    for (const cut of [...cuts, end]) {
      pieces.push(decoded(bytes.subarray(at, cut)));
      at = cut;
      await pauseIfDue(pacer);
    }
    rest += `${decoded(bytes.subarray(from, start + 1))}${marker}${texts.length}`;
    from = end;
    texts.push(pieces);
  }
  return { texts, rest: rest + decoded(bytes.subarray(from)), marker };
}

async function unescape(pieces: readonly string[], pacer: Pacer): Promise<string> {
  const parts: unknown[] = [];
  for (const piece of pieces) {
    parts.push(parsed(`"${piece}"`));
    await pauseIfDue(pacer);
  }
  return parts.join('');
}

/** Returns the value with the long texts instead of their markers, in names and values. */
function restored(value: unknown, marker: string, texts: readonly string[]): unknown {
  const restore = (part: unknown): unknown => {
    if (typeof part === 'string') {
      return part.startsWith(marker) ? (texts[Number(part.slice(marker.length))] ?? part) : part;
    }
    if (typeof part !== 'object' || part === null) {
      return part;
    }
    return Array.isArray(part)
      ? part.map(restore)
      : Object.fromEntries(Object.entries(part).map(([name, member]) => [restore(name), restore(member)]));
  };
  return restore(value);
}

async function pauseIfDue(pacer: Pacer): Promise<void> {
  if (pacer.isDue) {
    await pacer.pause();
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalidCharacters();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('Malformed JSON body');
  }
}
