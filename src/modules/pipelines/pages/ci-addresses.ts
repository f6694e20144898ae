import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';

export const PIPELINES_TAB = { name: 'Pipelines', path: '/-/pipelines', position: 50 } as const;

type Addressed = Pick<ProjectPageContext, 'address'>;

export const pipelineAddress = ({ address }: Addressed, id: number): string => `${address}${PIPELINES_TAB.path}/${id}`;

export const jobAddress = ({ address }: Addressed, id: number): string => `${address}/-/jobs/${id}`;
