import type { RawParams } from '../../../common/params/form-encoding.js';
import { textIn } from '../../../platform/views/form-text.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { CONTAINER_KINDS } from '../kinds/index.js';

/** The form values of administrators: one container, or all on a storage if no container is given. */
export interface MoveFields {
  readonly kind: string;
  readonly container: string;
  readonly source: string;
  /** Empty to pick one by weight. */
  readonly destination: string;
}

export const readMoveFields = (fields: RawParams): MoveFields => ({
  kind: textIn(fields, 'kind'),
  container: textIn(fields, 'container').trim(),
  source: textIn(fields, 'source_storage_name'),
  destination: textIn(fields, 'destination_storage_name'),
});

/** Defaults to projects for an unknown kind. */
export const chosenKind = (name: string): ContainerKind =>
  Object.values(CONTAINER_KINDS).find((kind) => kind.name === name) ?? CONTAINER_KINDS.project;
