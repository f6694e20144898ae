import type { AlertIntegrationType } from '../alert-words.js';
import type { JsonObject } from '../../../common/params/json-object.js';

const GENERIC: JsonObject = {
  title: 'Test alert',
  description: 'Sent to see whether the integration works.',
  severity: 'info',
  monitoring_tool: 'Test',
};

/** The payload of a test that does not provide one (contract: alerts §4). */
export function examplePayload(type: AlertIntegrationType, now: string): JsonObject {
  return type === 'http' ? GENERIC : notification(now);
}

const notification = (now: string): JsonObject => ({
  version: '4',
  groupKey: '{}:{alertname="TestAlert"}',
  status: 'firing',
  receiver: 'test',
  groupLabels: { alertname: 'TestAlert' },
  commonLabels: { alertname: 'TestAlert', severity: 'info' },
  commonAnnotations: {},
  externalURL: '',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'TestAlert', severity: 'info' },
      annotations: { title: 'Test alert', description: 'Sent to see whether the integration works.' },
      startsAt: now,
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: '',
    },
  ],
});
