import type { ApiClient } from '../support/api-client.js';
import { unique } from './records.js';

export interface TestIntegration {
  readonly id: number;
  readonly url: string;
  readonly token: string;
  readonly endpoint_identifier: string;
}

/** An alert integration of the project, made by one of its maintainers. */
export async function anAlertIntegration(
  maintainer: ApiClient,
  projectId: number,
  fields: object = {},
): Promise<TestIntegration> {
  const { status, text, body } = await maintainer.post(`projects/${projectId}/alert_integrations`, {
    name: unique('sender'),
    ...fields,
  });
  if (status !== 201) {
    throw new Error(`Not made: ${status} ${text}`);
  }
  return body as TestIntegration;
}

/** What Alertmanager sends, with these items (contract: alerts §1.7). */
export const aNotification = (alerts: unknown, fields: object = {}) => ({
  version: '4',
  groupKey: '{}:{}',
  status: 'firing',
  receiver: 'slipway',
  groupLabels: {},
  commonLabels: {},
  commonAnnotations: {},
  externalURL: 'http://alertmanager.example.com',
  alerts,
  ...fields,
});
