import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { CommandFailed } from '../../platform/cli/command-failed.js';
import type { DatabaseDump } from '../../platform/database/dump/dump-database.js';

export const MANIFEST = 'manifest.json';
export const BACKUP_FORMAT = 1;

const Table = Type.Object({
  name: Type.String(),
  columns: Type.Array(Type.String()),
  primaryKey: Type.Array(Type.String()),
  rows: Type.Integer(),
  sha256: Type.String(),
});

const ManifestSchema = Type.Object({
  format: Type.Integer(),
  program: Type.String(),
  createdAt: Type.String(),
  secretKey: Type.Union([Type.Literal('included'), Type.Literal('SECRET_KEY')]),
  database: Type.Object({
    migrations: Type.Array(Type.String()),
    tables: Type.Array(Table),
    sequences: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  }),
  blobs: Type.Object({
    store: Type.Union([Type.Literal('file'), Type.Literal('s3')]),
    objects: Type.Integer(),
  }),
  repositories: Type.Record(Type.String(), Type.Integer()),
});

/** Description of a backup; checksums of its files are in a separate list. */
export interface Manifest {
  readonly format: number;
  /** Version of the program that created the backup. */
  readonly program: string;
  readonly createdAt: string;
  /** Whether the key of encrypted values is part of the backup, or kept in the environment. */
  readonly secretKey: 'included' | 'SECRET_KEY';
  readonly database: DatabaseDump;
  /** Objects in object storage are not part of the backup. */
  readonly blobs: { readonly store: 'file' | 's3'; readonly objects: number };
  /** Number of copied repositories by storage. */
  readonly repositories: Readonly<Record<string, number>>;
}

/** Throws {@link CommandFailed} when there is no backup, or one in an unknown format. */
export async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(path.join(backup, MANIFEST), 'utf8').catch(() => null);
  if (text === null) {
    throw new CommandFailed(`${backup} is no backup: it has no ${MANIFEST}.`);
  }
  const read = parse(text);
  if (!isManifest(read)) {
    throw new CommandFailed(`The backup is damaged: ${MANIFEST} cannot be read. Use another backup.`);
  }
  if (read.format > BACKUP_FORMAT) {
    throw new CommandFailed(`The backup was made by Slipway ${read.program}, which is newer: restore it with that.`);
  }
  return read;
}

const isManifest = (read: unknown): read is Manifest => Value.Check(ManifestSchema, read);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
