import { isJsonObject } from '../../../../common/params/json-object.js';
import type { JsonObject } from '../../../../common/params/json-object.js';
import { inTurns } from '../../../../common/concurrency/in-turns.js';
import { notGiven } from '../../../../common/errors/catalogue.js';
import { invalidPublication } from './npm-errors.js';
import { isTag, tarballName, versionKeyOf } from './npm-names.js';

/** Longest `package.json` of a version that is kept, in characters. */
const LONGEST_MANIFEST = 256 * 1024;
/** Of a field in JSON, such as `"":1,`. */
const SHORTEST_FIELD = 5;
/** Dist-tags that one publication moves; clients send one. */
const MOST_TAGS = 100;
/** Dist-tags of a publication, those that stay where they are as well. */
const MOST_SENT_TAGS = 10_000;
/** It lies beside the others, or is told by this service. */
const NOT_IN_MANIFEST: ReadonlySet<string> = new Set(['dist', 'deprecated', 'readme']);

/** What a client says of the bytes that it sends. */
export interface ClaimedDigests {
  readonly shasum: string;
  readonly integrity: string;
}

/** One version as it is published. */
export interface NpmPublication {
  readonly version: string;
  readonly versionKey: string;
  readonly fileName: string;
  /** Dist-tags that move to the version. */
  readonly tags: readonly string[];
  /** JSON without what is told of the tarball. */
  readonly manifest: string;
  /** JSON of a text; null where there is none. */
  readonly readme: string | null;
  /** Why it should not be used, where its manifest says so from the start. */
  readonly deprecated: string | null;
  readonly claimed: ClaimedDigests;
}

interface SentVersion {
  readonly version: string;
  readonly versionKey: string;
  readonly manifest: JsonObject;
}

/** A version, and what it says of being deprecated; empty where it is not any more. */
export interface Deprecation {
  readonly versionKey: string;
  readonly text: string;
}

/** The document that clients publish, without the data of its attachments. */
export class NpmDocument {
  private constructor(
    private readonly name: string,
    private readonly content: JsonObject,
  ) {}

  /** Throws 400 for what is no JSON object, and for one about another package. */
  static read(bytes: Buffer, name: string): NpmDocument {
    const content = parsed(bytes);
    if (!isJsonObject(content)) {
      throw invalidPublication('The body is not a JSON object.');
    }
    if (content.name !== name) {
      throw invalidPublication('The name differs from that of the address.');
    }
    return new NpmDocument(name, content);
  }

  /** Throws 400 for anything but one version. */
  publication(): NpmPublication {
    const [sent, another] = this.versions;
    if (!sent) {
      throw invalidPublication('Version is empty.');
    }
    if (another) {
      throw invalidPublication('Only one version can be published at once.');
    }
    const { version, versionKey, manifest } = readVersionOf(...sent);
    const { dist, deprecated, readme = this.content.readme } = manifest;
    return {
      version,
      versionKey,
      fileName: tarballName(this.name, version),
      tags: this.tagsOf(version),
      manifest: this.kept(version, manifest),
      readme: typeof readme === 'string' && readme !== '' ? JSON.stringify(readme) : null,
      deprecated: typeof deprecated === 'string' && deprecated !== '' ? refuseNul(deprecated) : null,
      claimed: claimedIn(isJsonObject(dist) ? dist : {}),
    };
  }

  /**
   * Keys of all its versions, and what each that says so says of being deprecated; however many they are, other requests
   * are served meanwhile. Throws 400 for no versions.
   */
  async deprecations(): Promise<{ readonly versionKeys: readonly string[]; readonly said: readonly Deprecation[] }> {
    const { versions } = this;
    if (versions.length === 0) {
      throw invalidPublication('Version is empty.');
    }
    const versionKeys: string[] = [];
    const said: Deprecation[] = [];
    await inTurns(versions, (sent) => {
      const { versionKey, manifest } = readVersionOf(...sent);
      versionKeys.push(versionKey);
      if (typeof manifest.deprecated === 'string') {
        said.push({ versionKey, text: refuseNul(manifest.deprecated) });
      }
    });
    return { versionKeys, said };
  }

  private get versions(): readonly [string, unknown][] {
    const { versions } = this.content;
    return Object.entries(isJsonObject(versions) ? versions : {});
  }

  private tagsOf(version: string): readonly string[] {
    const tags = this.content['dist-tags'];
    const sent = isJsonObject(tags) ? tags : {};
    if (Object.keys(sent).length > MOST_SENT_TAGS) {
      throw invalidPublication('Tag is invalid.');
    }
    const moved = Object.entries(sent).filter(([, to]) => to === version);
    const names = moved.map(([tag]) => tag);
    if (names.length > MOST_TAGS || !names.every(isTag)) {
      throw invalidPublication('Tag is invalid.');
    }
    return names;
  }

  private kept(version: string, manifest: JsonObject): string {
    if (Object.keys(manifest).length * SHORTEST_FIELD > LONGEST_MANIFEST) {
      throw tooLarge();
    }
    const fields = Object.entries(manifest).filter(([key]) => !NOT_IN_MANIFEST.has(key));
    const own = { ...Object.fromEntries(fields), _id: `${this.name}@${version}`, name: this.name, version };
    const text = JSON.stringify(own);
    if (text.length > LONGEST_MANIFEST) {
      throw tooLarge();
    }
    return text;
  }
}

const tooLarge = () => invalidPublication('The manifest is too large.');

function readVersionOf(version: string, manifest: unknown): SentVersion {
  const versionKey = versionKeyOf(version);
  if (versionKey === null || !isJsonObject(manifest)) {
    throw invalidPublication('Version is invalid.');
  }
  return { version, versionKey, manifest };
}

/** The version that a dist-tag is set to: a JSON text. Throws 400. */
export function readVersion(bytes: Buffer): string {
  const version = parsed(bytes);
  if (typeof version !== 'string') {
    throw notGiven('version');
  }
  return version;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalidPublication('The body is not JSON.');
  }
}

function claimedIn({ shasum = '', integrity = '' }: JsonObject): ClaimedDigests {
  if (typeof shasum !== 'string' || typeof integrity !== 'string') {
    throw invalidPublication('The digests are invalid.');
  }
  return { shasum, integrity };
}

function refuseNul(text: string): string {
  if (text.includes('\0')) {
    throw invalidPublication('A deprecation is invalid.');
  }
  return text;
}
