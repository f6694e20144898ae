import type { ContainerKind, ContainerKindName } from './container-kind.js';
import { groupKind } from './group.kind.js';
import { projectKind } from './project.kind.js';
import { snippetKind } from './snippet.kind.js';

/** Kinds of containers whose repositories can be moved. */
export const CONTAINER_KINDS: Readonly<Record<ContainerKindName, ContainerKind>> = {
  project: projectKind,
  snippet: snippetKind,
  group: groupKind,
};
