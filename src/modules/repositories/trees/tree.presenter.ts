import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { ListedEntry } from './tree-listing.js';
import { record } from '../../../common/wire/wire-types.js';

/** Contract: git §3.4. */
export const TreeEntrySchema = record('TreeEntry', {
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  path: Type.String(),
  mode: Type.String(),
});

export const presentTreeEntry = ({ id, name, type, path, mode }: ListedEntry): Static<typeof TreeEntrySchema> => ({
  id,
  name,
  type,
  path,
  mode,
});

export const BlobSchema = record('GitBlob', {
  size: Type.Integer(),
  encoding: Type.Literal('base64'),
  content: Type.String(),
  sha: Type.String(),
});

export const presentBlob = (blob: {
  readonly id: string;
  readonly size: number;
  readonly content: Buffer;
}): Static<typeof BlobSchema> => ({
  size: blob.size,
  encoding: 'base64',
  content: blob.content.toString('base64'),
  sha: blob.id,
});
