import { toJsonObject } from '../../../common/params/json-object.js';
import type { JsonObject } from '../../../common/params/json-object.js';
import { refuseLargeShape } from '../../../common/params/json-shape.js';
import { manifestInvalid } from '../registry-errors.js';
import { isDigest } from '../grammar/digest.js';
import { annotationsTextOf } from './annotations.js';

const IMAGE_TYPES = new Set([
  'application/vnd.docker.distribution.manifest.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
]);
const INDEX_TYPES = new Set([
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.index.v1+json',
]);
/** Configs that contain the creation time of their image. */
const IMAGE_CONFIG_TYPES = new Set([
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
]);
/** Layers that need not be stored here (contract: registry §6.2). */
const FOREIGN_LAYER = /^application\/vnd\.(oci\.image\.layer\.nondistributable\.|docker\.image\.rootfs\.foreign\.)/;

/** Maximum nesting depth. Annotations may contain anything, but parsing millions of brackets takes a second. */
const MAX_LEVELS = 100_000;

export type RefRole = 'config' | 'layer' | 'child';

/** A blob or manifest that a manifest references. */
export interface ManifestRef {
  readonly role: RefRole;
  readonly digest: string;
  readonly size: number;
  /** Whether it may be missing from this registry. */
  readonly isForeign: boolean;
}

/** The parts of a manifest that the registry uses (contract: registry §6.2). */
export interface ManifestDocument {
  readonly mediaType: string;
  readonly kind: 'image' | 'index';
  /** `artifactType`, otherwise the config's media type; null for an index without one. */
  readonly artifactType: string | null;
  readonly configDigest: string | null;
  /** Whether its config contains the creation time of the image. */
  readonly hasImageConfig: boolean;
  readonly refs: readonly ManifestRef[];
  readonly subjectDigest: string | null;
  /** A JSON text. */
  readonly annotations: string | null;
}

/** Reads a manifest that was sent as `contentType`. Throws MANIFEST_INVALID. */
export function readManifest(bytes: Uint8Array, contentType: string | undefined): ManifestDocument {
  const json = jsonOf(bytes);
  if (json.schemaVersion !== 2) {
    throw manifestInvalid('schemaVersion must be 2');
  }
  const mediaType = mediaTypeOf(json, contentType);
  const subject = json.subject === undefined || json.subject === null ? null : descriptor(json.subject, 'subject');
  const common = {
    mediaType,
    subjectDigest: subject?.digest ?? null,
    annotations: annotationsTextOf(json.annotations),
  };
  return INDEX_TYPES.has(mediaType) ? { ...common, ...indexOf(json) } : { ...common, ...imageOf(json) };
}

function jsonOf(bytes: Uint8Array): JsonObject {
  try {
    refuseLargeShape(bytes, Infinity, MAX_LEVELS);
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const record = toJsonObject(value);
    if (record) {
      return record;
    }
  } catch {
    // reported below
  }
  throw manifestInvalid('not a JSON object');
}

function mediaTypeOf({ mediaType }: JsonObject, contentType = ''): string {
  const sent = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
  const type = sent === '' ? mediaType : sent;
  if (typeof type !== 'string' || !(IMAGE_TYPES.has(type) || INDEX_TYPES.has(type))) {
    throw manifestInvalid('unknown media type');
  }
  if (mediaType !== undefined && mediaType !== type) {
    throw manifestInvalid('mediaType is not the Content-Type');
  }
  return type;
}

function imageOf(json: JsonObject) {
  const config = descriptor(json.config, 'config');
  const layers = descriptors(json.layers, 'layers').map((layer) => ({ ...layer, role: 'layer' }) as const);
  return {
    kind: 'image',
    artifactType: textOf(json.artifactType) ?? config.mediaType,
    configDigest: config.digest,
    hasImageConfig: IMAGE_CONFIG_TYPES.has(config.mediaType ?? ''),
    refs: [{ ...config, role: 'config' } as const, ...layers].map(refOf),
  } as const;
}

function indexOf(json: JsonObject) {
  const children = descriptors(json.manifests, 'manifests').map((child) => ({ ...child, role: 'child' }) as const);
  return {
    kind: 'index',
    artifactType: textOf(json.artifactType),
    configDigest: null,
    hasImageConfig: false,
    refs: children.map(refOf),
  } as const;
}

interface Descriptor {
  readonly mediaType: string | null;
  readonly digest: string;
  readonly size: number;
  readonly isForeign: boolean;
}

const refOf = ({ role, digest, size, isForeign }: Descriptor & { role: RefRole }): ManifestRef => ({
  role,
  digest,
  size,
  isForeign,
});

/** An absent list counts as empty, because some clients omit it. */
function descriptors(value: unknown, field: string): Descriptor[] {
  if (value === undefined || value === null) {
    return [];
  }
  if (!Array.isArray(value)) {
    throw manifestInvalid(`${field} must be a list`);
  }
  return value.map((member) => descriptor(member, field));
}

function descriptor(value: unknown, field: string): Descriptor {
  const { digest, size, mediaType, urls } = toJsonObject(value) ?? {};
  const isSize = typeof size === 'number' && Number.isSafeInteger(size) && size >= 0;
  if (typeof digest !== 'string' || !isDigest(digest) || !isSize) {
    throw manifestInvalid(`${field} needs a digest and a size`);
  }
  const hasUrls = Array.isArray(urls) && urls.length > 0;
  const type = textOf(mediaType);
  return { mediaType: type, digest, size, isForeign: hasUrls || FOREIGN_LAYER.test(type ?? '') };
}

/** Null for an absent or empty text. A NUL is rejected, because PostgreSQL cannot store it. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') {
    return null;
  }
  if (value.includes('\0')) {
    throw manifestInvalid('a type holds a NUL');
  }
  return value;
}
