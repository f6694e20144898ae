import { Pacer } from '../concurrency/pacer.js';
import { badRequest } from '../errors/catalogue.js';
import { LONGEST_NAME, MAX_VALUES, nameTooLong, tooMany } from './json-shape.js';

/** A parameter as it was sent: text, a list, a hash, or a JSON value. */
export type RawValue = unknown;
export type RawParams = Record<string, RawValue>;

/** Maximum number of levels below a parameter's own name. */
const MAX_DEPTH = 10;
const MAX_INDEX = 2047;
/** Number of characters of a word that are decoded at once. */
const PIECE = 262_144;
/** The possible beginning of a character: half of a surrogate pair, or escapes that others may continue. */
const UNFINISHED = /(?:%[c-f][0-9a-f](?:%[89ab][0-9a-f])*(?:%[89ab]?)?|%[0-9a-f]?|[\ud800-\udbff])$/i;
/** Length of the four escaped bytes of a character. */
const LONGEST_CHARACTER = 12;
const PLUS = 0x2b;
const SPACE = 0x20;
const DROPPED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** How repeated values of a list without brackets are combined: as comma-separated text, or as separate values. */
export type ListForms = ReadonlyMap<string, 'commas' | 'values'>;
export const NO_LISTS: ListForms = new Map();

export const invalidCharacters = () => badRequest('Invalid characters');

/**
 * Decodes a percent-encoded text; invalid UTF-8, an incomplete escape or NUL is refused (contract: conventions §3.4).
 */
export function decodeText(text: string): string {
  if (!text.includes('%')) {
    return checked(text);
  }
  try {
    return checked(decodeURIComponent(text));
  } catch {
    throw invalidCharacters();
  }
}

/** Half of a surrogate pair, which JSON can contain as an escape, is not valid in UTF-8. */
function checked(text: string): string {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw invalidCharacters();
  }
  return text;
}

/**
 * Parses `a=1&b[]=2&h[k]=v&v[0][key]=x` (contract: conventions §3.6). The last value of a repeated scalar counts; of a
 * list every one.
 */
export function parseForm(text: string, lists = NO_LISTS): RawParams {
  const form = new FormParams(lists);
  for (const [name, value] of readPairs(text)) {
    form.add(name, value);
  }
  return form.toParams();
}

/** Like {@link parseForm}, for a body that may be one long word: other requests are served while it is decoded. */
export async function readForm(text: string, lists = NO_LISTS): Promise<RawParams> {
  const pacer = new Pacer();
  const form = new FormParams(lists);
  for (const pair of pairsOf(text)) {
    const [name, value] = wordsOf(pair);
    form.add(await decodedInTurns(name, pacer), await decodedInTurns(value, pacer));
  }
  return form.toParams();
}

/**
 * Returns names and values in the order in which they were sent. Pairs, including empty ones, are counted before
 * anything else: throws 400 for too many, and for invalid characters (contract: conventions §3.4, §3.6).
 */
export function readPairs(text: string): [string, string][] {
  return pairsOf(text).map((pair) => {
    const [name, value] = wordsOf(pair);
    return [decodedWord(name), decodedWord(value)];
  });
}

function pairsOf(text: string): string[] {
  const pairs = text.split('&', MAX_VALUES + 1);
  if (pairs.length > MAX_VALUES) {
    throw tooMany();
  }
  return pairs.filter((pair) => pair !== '');
}

function wordsOf(pair: string): [string, string] {
  const at = pair.indexOf('=');
  const name = at < 0 ? pair : pair.slice(0, at);
  if (name.length > LONGEST_NAME) {
    throw nameTooLong();
  }
  return [name, pair.slice(name.length + 1)];
}

async function decodedInTurns(word: string, pacer: Pacer): Promise<string> {
  let text = '';
  for (let at = 0; at < word.length;) {
    const end = endOfPiece(word, at);
    text += decodedWord(word.slice(at, end));
    at = end;
    if (pacer.isDue) {
      await pacer.pause();
    }
  }
  return text;
}

/** Returns where a piece that begins at `at` can end without splitting a character or its escape. */
function endOfPiece(word: string, at: number): number {
  const end = at + PIECE;
  if (end >= word.length) {
    return word.length;
  }
  const [cut = ''] = UNFINISHED.exec(word.slice(end - LONGEST_CHARACTER, end)) ?? [];
  return end - cut.length;
}

/** Substitutes pluses as bytes: with millions of characters in a string it would take seconds. */
const decodedWord = (word: string): string =>
  decodeText(word.includes('+') ? plusAsSpace(Buffer.from(word)).toString() : word);

/** Returns the bytes of a form with spaces in place of pluses (contract: conventions §3.6). */
export function plusAsSpace(form: Buffer): Buffer {
  if (!form.includes(PLUS)) {
    return form;
  }
  const spaced = Buffer.from(form);
  for (let at = spaced.indexOf(PLUS); at < spaced.length; at += 1) {
    if (spaced[at] === PLUS) {
      spaced[at] = SPACE;
    }
  }
  return spaced;
}

type Step = { readonly kind: 'key'; readonly key: string } | { readonly kind: 'append' };

/** A hash or a list under construction; at the end numbered members are sorted, and gaps closed. */
class Branch {
  readonly members = new Map<string, unknown>();
  appended: unknown[] = [];
}

/** Collects bracketed names into nested parameters; also used for multipart bodies. */
export class FormParams {
  private readonly root = new Branch();
  private values = 0;

  constructor(private readonly lists = NO_LISTS) {}

  add(name: string, value: unknown): void {
    this.values += 1;
    if (this.values > MAX_VALUES) {
      throw tooMany();
    }
    const steps = stepsOf(name);
    if (!steps.some((step) => step.kind === 'key' && DROPPED_KEYS.has(step.key))) {
      put(this.root, steps, this.together(name, value));
    }
  }

  /** Combines the value with earlier ones of the same list. */
  private together(name: string, value: unknown): unknown {
    const [form, held] = [this.lists.get(name), this.root.members.get(name)];
    if (form === undefined || held === undefined || held instanceof Branch) {
      return value;
    }
    if (form === 'commas') {
      return typeof held === 'string' && typeof value === 'string' ? `${held},${value}` : value;
    }
    if (!Array.isArray(held)) {
      return [held, value];
    }
    held.push(value);
    return held;
  }

  toParams(): RawParams {
    return Object.fromEntries([...this.root.members].map(([key, value]) => [key, settle(value)]));
  }
}

/** `v[0][key]` → v, 0, key; a malformed bracket name is one literal key. */
function stepsOf(name: string): Step[] {
  const open = name.indexOf('[');
  if (open <= 0 || !name.endsWith(']')) {
    return [{ kind: 'key', key: name }];
  }
  const inner = name.slice(open + 1, -1).split('][', MAX_DEPTH + 1);
  if (inner.length > MAX_DEPTH) {
    throw tooMany();
  }
  if (inner.some((part) => part.includes('[') || part.includes(']'))) {
    return [{ kind: 'key', key: name }];
  }
  return [
    { kind: 'key', key: name.slice(0, open) },
    ...inner.map((key): Step => (key === '' ? { kind: 'append' } : { kind: 'key', key })),
  ];
}

function put(branch: Branch, [step, ...rest]: readonly Step[], value: unknown): void {
  if (step === undefined) {
    return;
  }
  if (step.kind === 'append') {
    append(branch, rest, value);
    return;
  }
  if (rest.length === 0) {
    branch.members.set(step.key, value);
    return;
  }
  const held = branch.members.get(step.key);
  const child = held instanceof Branch ? held : new Branch();
  branch.members.set(step.key, child);
  put(child, rest, value);
}

/** `v[][key]=1&v[][value]=2&v[][key]=3`: a new element starts when a key repeats. */
function append(branch: Branch, rest: readonly Step[], value: unknown): void {
  const [next] = rest;
  if (next === undefined) {
    branch.appended.push(value);
    return;
  }
  const last = branch.appended.at(-1);
  const continues = last instanceof Branch && next.kind === 'key' && !last.members.has(next.key);
  const element = continues ? last : new Branch();
  if (!continues) {
    branch.appended.push(element);
  }
  put(element, rest, value);
}

function settle(value: unknown): unknown {
  if (!(value instanceof Branch)) {
    return value;
  }
  const keys = [...value.members.keys()];
  if (keys.length === 0) {
    return value.appended.map(settle);
  }
  if (keys.every(isIndex)) {
    const numbered = keys.sort((a, b) => Number(a) - Number(b)).map((key) => settle(value.members.get(key)));
    return [...numbered, ...value.appended.map(settle)];
  }
  return Object.fromEntries(keys.map((key) => [key, settle(value.members.get(key))]));
}

const isIndex = (key: string): boolean => /^\d{1,4}$/.test(key) && Number(key) <= MAX_INDEX;

/**
 * Checks depth, number of values and characters of a JSON body, and drops dangerous keys (contract: conventions §3).
 */
export function cleanJson(value: unknown, maxValues = MAX_VALUES): unknown {
  let values = 0;
  const clean = (part: unknown, depth: number): unknown => {
    if (typeof part === 'string') {
      values += 1;
      return checked(part);
    }
    if (typeof part !== 'object' || part === null) {
      values += 1;
      return part;
    }
    if (depth > MAX_DEPTH || values > maxValues) {
      throw tooMany();
    }
    if (Array.isArray(part)) {
      return part.map((member) => clean(member, depth + 1));
    }
    return Object.fromEntries(
      Object.entries(part)
        .filter(([key]) => !DROPPED_KEYS.has(checked(key)))
        .map(([key, member]) => [key, clean(member, depth + 1)]),
    );
  };
  const cleaned = clean(value, 0);
  if (values > maxValues) {
    throw tooMany();
  }
  return cleaned;
}
