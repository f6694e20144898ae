import type { ContainerKind } from './container-kind.js';

export const snippetKind: ContainerKind = {
  name: 'snippet',
  label: 'Snippet',
  keepsStorage: false,
  present: (move, baseUrl) => {
    const parent = move.containerFullPath === null ? '' : `/${move.containerFullPath}`;
    const webUrl = `${baseUrl}${parent}/snippets/${move.containerId}`;
    return {
      id: move.containerId,
      title: move.containerName,
      description: move.containerDescription,
      visibility: move.containerVisibility,
      updated_at: move.containerUpdatedAt,
      created_at: move.containerCreatedAt,
      project_id: move.containerProjectId,
      web_url: webUrl,
      raw_url: `${webUrl}/raw`,
      ssh_url_to_repo: null,
      http_url_to_repo: `${webUrl}.git`,
    };
  },
};
