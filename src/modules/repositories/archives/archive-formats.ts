/** The compressor applied to git's tar output; null for none. */
export type Compressor = 'gzip' | 'bzip2' | null;

export interface ArchiveFormat {
  readonly git: 'tar' | 'zip';
  readonly compressor: Compressor;
  readonly suffix: string;
  readonly type: string;
}

const GZIP = { git: 'tar', compressor: 'gzip', type: 'application/gzip' } as const;
const BZIP2 = { git: 'tar', compressor: 'bzip2', type: 'application/x-bzip2' } as const;

/** Formats by the suffix of the URL; without a suffix, {@link DEFAULT_FORMAT} applies (contract: git §3.4). */
export const ARCHIVE_FORMATS: Readonly<Record<string, ArchiveFormat>> = {
  'tar.gz': { ...GZIP, suffix: 'tar.gz' },
  tgz: { ...GZIP, suffix: 'tgz' },
  'tar.bz2': { ...BZIP2, suffix: 'tar.bz2' },
  tbz: { ...BZIP2, suffix: 'tbz' },
  tar: { git: 'tar', compressor: null, suffix: 'tar', type: 'application/x-tar' },
  zip: { git: 'zip', compressor: null, suffix: 'zip', type: 'application/zip' },
};
export const DEFAULT_FORMAT: ArchiveFormat = { ...GZIP, suffix: 'tar.gz' };
