const KINDS = ['project', 'snippet', 'group'] as const;

interface Text {
  readonly id: string;
  readonly summary: string;
  readonly details?: string;
}

/** By verb and path below `/api/v4`; the same for each kind of container. */
export const STORAGE_MOVE_TEXTS: Readonly<Record<string, Text>> = Object.fromEntries(
  KINDS.flatMap((kind) => Object.entries(textsOf(kind))),
);

function textsOf(kind: (typeof KINDS)[number]): Readonly<Record<string, Text>> {
  const all = `/${kind}_repository_storage_moves`;
  const one = `/${kind}s/:id/repository_storage_moves`;
  const Kind = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return {
    [`GET ${all}`]: { id: `listAll${Kind}StorageMoves`, summary: `List storage moves of all ${kind}s` },
    [`GET ${all}/:move_id`]: { id: `getStorageMoveOfAny${Kind}`, summary: `Get a storage move of any ${kind}` },
    [`POST ${all}`]: {
      id: `scheduleAll${Kind}StorageMoves`,
      summary: `Move all ${kind}s of a storage`,
      details: 'The work is done by an operation, which `Location` names.',
    },
    [`POST ${all}/:move_id/cancel`]: { id: `cancel${Kind}StorageMove`, summary: `Cancel a storage move of a ${kind}` },
    [`POST ${all}/:move_id/retry`]: {
      id: `retry${Kind}StorageMove`,
      summary: `Schedule a failed storage move of a ${kind} again`,
    },
    [`GET ${one}`]: { id: `list${Kind}StorageMoves`, summary: `List storage moves of a ${kind}` },
    [`GET ${one}/:move_id`]: { id: `get${Kind}StorageMove`, summary: `Get a storage move of a ${kind}` },
    [`POST ${one}`]: {
      id: `schedule${Kind}StorageMove`,
      summary: `Move a ${kind} to another storage`,
      details: 'The repositories are read-only until the move has ended.',
    },
    [`GET /${kind}s/:id/storage`]: { id: `get${Kind}Storage`, summary: `Get the storage of a ${kind}` },
  };
}
