import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { record } from '../../../common/wire/wire-types.js';
import type { MovePreview } from './move-preview.js';

/** Contract: storage-moves §13.3. */
export const MovePreviewSchema = record('StorageMovesPreview', {
  dry_run: Type.Literal(true),
  items: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      action: Type.Union([Type.Literal('move'), Type.Literal('skip')]),
      rule: Type.String(),
      source_storage_name: Type.String(),
      destination_storage_name: Type.String(),
      bytes: Type.Integer(),
    }),
  ),
  totals: Type.Object({ move: Type.Integer(), skip: Type.Integer(), bytes: Type.Integer() }),
  storages: Type.Array(
    Type.Object({
      name: Type.String(),
      available_bytes: Type.Integer(),
      needed_bytes: Type.Integer(),
      sufficient: Type.Boolean(),
    }),
  ),
});

export const presentPreview = ({ items, totals, storages }: MovePreview): Static<typeof MovePreviewSchema> => ({
  dry_run: true,
  items: items.map(({ id, name, action, rule, source, destination, bytes }) => ({
    id,
    name,
    action,
    rule,
    source_storage_name: source,
    destination_storage_name: destination,
    bytes,
  })),
  totals,
  storages: storages.map(({ name, availableBytes, neededBytes }) => ({
    name,
    available_bytes: availableBytes,
    needed_bytes: neededBytes,
    sufficient: availableBytes >= neededBytes,
  })),
});
