import type { SaxesTagPlain } from 'saxes';
import { ArchiveError } from '../../archives/archive-error.js';
import { readXml, XmlError } from '../read-xml.js';
import type { XmlReading } from '../read-xml.js';
import type { NugetDependency, NugetDependencyGroup, Nuspec } from './nuspec.js';

const LIMITS = { depth: 16, attributes: 1000, takesDoctype: false };
const MAX_DEPENDENCIES = 2000;
const SYMBOLS = 'symbolspackage';

/**
 * Reads the manifest. Throws `ArchiveError` if it is not well-formed, declares a document type, or is nested too
 * deeply.
 */
export async function readNuspec(bytes: Buffer): Promise<Nuspec> {
  const reading = new NuspecReading();
  try {
    await readXml(decode(bytes), LIMITS, reading);
  } catch (error) {
    throw error instanceof XmlError ? new ArchiveError(`The nuspec ${error.message}`) : error;
  }
  return reading.result();
}

function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ArchiveError('The nuspec is no well-formed XML');
  }
}

interface OpenGroup {
  readonly targetFramework?: string;
  readonly dependencies: NugetDependency[];
}

/** Collects the relevant data while elements open and close. */
class NuspecReading implements XmlReading {
  private readonly path: string[] = [];
  private readonly texts = new Map<string, string>();
  private readonly groups: OpenGroup[] = [];
  private count = 0;
  private isSymbols = false;
  private text = '';

  open({ name, attributes }: SaxesTagPlain): void {
    this.path.push(localName(name));
    this.text = '';
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
