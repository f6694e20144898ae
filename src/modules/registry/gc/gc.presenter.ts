import { Type } from '@sinclair/typebox';
import type { GcTotals } from './gc-run.js';
import { record } from '../../../common/wire/wire-types.js';

const TotalsSchema = record('RegistryGcTotals', {
  manifests: Type.Integer(),
  blobs: Type.Integer(),
  bytes: Type.Integer(),
  uploads: Type.Integer(),
});

/** Contract: registry §9.6. */
export const GcPreviewSchema = record('RegistryGcPreview', { dry_run: Type.Literal(true), totals: TotalsSchema });

export const presentGcPreview = ({ manifests, blobs, bytes, uploads }: GcTotals) => ({
  dry_run: true,
  totals: { manifests, blobs, bytes, uploads },
});
