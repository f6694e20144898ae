import type { ContainerKind } from './container-kind.js';

export const groupKind: ContainerKind = {
  name: 'group',
  label: 'Group',
  keepsStorage: true,
  present: (move, baseUrl) => ({
    id: move.containerId,
    web_url: `${baseUrl}/groups/${move.containerFullPath ?? ''}`,
    name: move.containerName,
  }),
};
