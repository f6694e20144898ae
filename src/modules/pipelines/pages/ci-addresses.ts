import type { OpenProject } from '../../../core/projects/pages/project-pages.service.js';

export const PIPELINES_TAB = { name: 'Pipelines', path: '/-/pipelines', position: 50 } as const;

type Place = Pick<OpenProject, 'address'>;

export const pipelineAddress = ({ address }: Place, id: number): string => `${address}${PIPELINES_TAB.path}/${id}`;

export const jobAddress = ({ address }: Place, id: number): string => `${address}/-/jobs/${id}`;
