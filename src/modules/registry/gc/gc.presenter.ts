import { Type } from '@sinclair/typebox';
import { AcceptedSchema } from '../../../core/operations/operation.presenter.js';
import type { GcTotals } from './gc-run.js';

const TotalsSchema = Type.Object({
  manifests: Type.Integer(),
  blobs: Type.Integer(),
  bytes: Type.Integer(),
  uploads: Type.Integer(),
});

/** 202, or 200 for a dry run (contract: registry §9.6). */
export const CollectSchema = Type.Union([
  AcceptedSchema,
  Type.Object({ dry_run: Type.Literal(true), totals: TotalsSchema }),
]);

export const presentForeseen = ({ manifests, blobs, bytes, uploads }: GcTotals) => ({
  dry_run: true,
  totals: { manifests, blobs, bytes, uploads },
});
