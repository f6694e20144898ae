import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';

export const INTEGRATIONS_TAB = {
  name: 'Integrations',
  path: '/-/integrations',
  position: 45,
  isSetting: true,
} as const;

type Addressed = Pick<ProjectPageContext, 'address'>;

export const listAddress = ({ address }: Addressed): string => address + INTEGRATIONS_TAB.path;

export const integrationAddress = (context: Addressed, slug: string): string => `${listAddress(context)}/${slug}`;

export const deliveriesAddress = (context: Addressed, slug: string): string =>
  `${integrationAddress(context, slug)}/deliveries`;

export const deliveryAddress = (context: Addressed, slug: string, id: number): string =>
  `${deliveriesAddress(context, slug)}/${id}`;

export const redeliveriesAddress = (context: Addressed, slug: string): string =>
  `${integrationAddress(context, slug)}/redeliveries`;

export const redeliveryAddress = (context: Addressed, slug: string, operationId: string): string =>
  `${redeliveriesAddress(context, slug)}/${operationId}`;

export const signingSecretAddress = (context: Addressed, slug: string): string =>
  `${integrationAddress(context, slug)}/signing_secret`;
