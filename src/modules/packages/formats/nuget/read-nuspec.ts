import { setImmediate as nextTurn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import type { SaxesTagPlain } from 'saxes';
import { ArchiveError } from '../../archives/archive-error.js';
import type { NugetDependency, NugetDependencyGroup, Nuspec } from './nuspec.js';

/** Parsed without a pause; other requests are served between two of them. */
const SLICE_CHARACTERS = 32 * 1024;
const MAX_DEPTH = 16;
const MAX_DEPENDENCIES = 2000;
/** Of one element; those of a manifest have a few. */
const MAX_ATTRIBUTES = 1000;
/** They are joined to a path with each element below. */
const LONGEST_NAME = 100;
const SYMBOLS = 'symbolspackage';

const broken = (): ArchiveError => new ArchiveError('The nuspec is no well-formed XML');

/** Reads the manifest. Throws `ArchiveError` for one that is not well-formed, declares a document type, or is too deep. */
export async function readNuspec(bytes: Buffer): Promise<Nuspec> {
  const text = decode(bytes);
  const reading = new NuspecReading();
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new ArchiveError('The nuspec has a document type');
  });
  parser.on('error', () => {
    throw broken();
  });
  parser.on('attribute', () => {
    reading.addAttribute();
  });
  parser.on('opentag', (tag) => {
    reading.open(tag);
  });
  parser.on('text', (part) => {
    reading.addText(part);
  });
  parser.on('cdata', (part) => {
    reading.addText(part);
  });
  parser.on('closetag', () => {
    reading.close();
  });
  for (let at = 0; at < text.length; at += SLICE_CHARACTERS) {
    parser.write(text.slice(at, at + SLICE_CHARACTERS));
    await nextTurn();
  }
  parser.close();
  return reading.result();
}

function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw broken();
  }
}

interface OpenGroup {
  readonly targetFramework?: string;
  readonly dependencies: NugetDependency[];
}

/** Collects what counts while elements open and close. */
class NuspecReading {
  private readonly path: string[] = [];
  private readonly texts = new Map<string, string>();
  private readonly groups: OpenGroup[] = [];
  private count = 0;
  private attributes = 0;
  private isSymbols = false;
  private text = '';

  /** Of the element that opens next. */
  addAttribute(): void {
    this.attributes++;
    if (this.attributes > MAX_ATTRIBUTES) {
      throw new ArchiveError('The nuspec has too many attributes');
    }
  }

  open({ name, attributes }: SaxesTagPlain): void {
    this.attributes = 0;
    if (name.length > LONGEST_NAME) {
      throw new ArchiveError('The nuspec has a name that is too long');
    }
    this.path.push(localName(name));
    this.text = '';
    if (this.path.length > MAX_DEPTH) {
      throw new ArchiveError('The nuspec is nested too deeply');
    }
    this.take(this.path.slice(1).join('/'), lowerCased(attributes));
  }

  addText(part: string): void {
    if (this.path.length === 3) {
      this.text += part;
    }
  }

  close(): void {
    const name = this.path.at(-1) ?? '';
    if (this.path.length === 3 && this.path[1] === 'metadata') {
      this.texts.set(name, this.text.trim());
    }
    this.path.pop();
  }

  result(): Nuspec {
    const texts = Object.fromEntries(this.texts);
    const { id = '', version = '' } = texts;
    return { id, version, texts, dependencyGroups: this.groups, isSymbols: this.isSymbols };
  }

  private take(path: string, attributes: ReadonlyMap<string, string>): void {
    switch (path) {
      case 'metadata/dependencies/group':
        this.groups.push(groupOf(attributes.get('targetframework')));
        return;
      case 'metadata/dependencies/dependency':
        if (this.groups.length === 0) {
          this.groups.push(groupOf(undefined));
        }
        this.addDependency(attributes);
        return;
      case 'metadata/dependencies/group/dependency':
        this.addDependency(attributes);
        return;
      case 'metadata/packagetypes/packagetype':
        this.isSymbols ||= attributes.get('name')?.toLowerCase() === SYMBOLS;
    }
  }

  private addDependency(attributes: ReadonlyMap<string, string>): void {
    this.count++;
    if (this.count > MAX_DEPENDENCIES || this.groups.length > MAX_DEPENDENCIES) {
      throw new ArchiveError('The nuspec has too many dependencies');
    }
    const [id, range] = [attributes.get('id'), attributes.get('version')];
    if (id !== undefined) {
      this.groups.at(-1)?.dependencies.push(range === undefined ? { id } : { id, range });
    }
  }
}

const groupOf = (targetFramework: string | undefined): OpenGroup & NugetDependencyGroup =>
  targetFramework === undefined ? { dependencies: [] } : { targetFramework, dependencies: [] };

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

const lowerCased = (attributes: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]));
