import type { JsonObject } from '../../../common/params/json-object.js';
import { inHeader, inPath, inQuery } from './parameter-objects.js';

export const ALERT_RECEIVER_TAG = {
  name: 'Alert receiver',
  description: 'Addresses that monitoring systems post to, with the key of an integration.',
};

const JSON_TYPE = 'application/json';

const PROJECT = [
  inPath('namespace', 'Full path of the namespace; the slashes of nested groups are not encoded.'),
  inPath('project', 'Path of the project.'),
];
const ENDPOINT = [
  inPath('name', 'Name in the address of the integration; not checked.'),
  inPath('endpoint_identifier', 'The integration, by its `endpoint_identifier`.'),
];
const DRY_RUN = inQuery('dry_run', 'Stores nothing and explains what the payload would do.', {
  type: 'boolean',
  default: false,
});
const SIGNATURE = [
  inHeader('webhook-id', 'Id of the message; one that was taken before is taken only once.'),
  inHeader('webhook-timestamp', 'Unix seconds of the signature; at most 300 from now.'),
];

const TEXT = ['string', 'number', 'boolean', 'null'];
const TIME = ['string', 'number', 'null'];
const ANY = [...TEXT, 'array', 'object'];

const PAYLOAD: JsonObject = {
  type: 'object',
  description:
    'Any JSON object; a notification of Alertmanager, version 4, is recognised by its keys. The media type of the request does not matter.',
  properties: {
    title: { type: TEXT, description: 'Title; `New: Alert` by default.' },
    description: { type: TEXT, description: 'Description.' },
    start_time: {
      type: TIME,
      description: 'Begin, as ISO 8601, RFC 2822 or Unix time; the time of receipt by default.',
    },
    end_time: { type: TIME, description: 'End; makes the payload a recovery.' },
    service: { type: TEXT, description: 'Service.' },
    monitoring_tool: { type: TEXT, description: 'Sender.' },
    hosts: { type: ANY, description: 'One host, or an array of hosts.' },
    severity: {
      type: ['string', 'null'],
      description: '`critical` (default), `high`, `medium`, `low`, `info` or `unknown`.',
    },
    fingerprint: { type: ANY, description: 'Groups the payloads of one alert; computed from the payload by default.' },
    service_environment_name: { type: TEXT, description: 'Environment.' },
  },
};
const NOTIFICATION: JsonObject = {
  type: 'object',
  description: 'A notification of Alertmanager, version 4; its first 1,000 alerts are taken.',
  required: [
    'version',
    'groupKey',
    'status',
    'receiver',
    'groupLabels',
    'commonLabels',
    'commonAnnotations',
    'externalURL',
    'alerts',
  ],
  properties: {
    version: { type: 'string', const: '4', description: 'Version of the format.' },
    alerts: { type: 'array', items: { type: 'object' }, description: 'Each is an alert of its own.' },
  },
};

const AFFECTED: JsonObject = {
  type: 'object',
  required: ['iid', 'title'],
  properties: { iid: { type: 'integer' }, title: { type: 'string' } },
};
const EXPLANATION: JsonObject = {
  type: 'object',
  description: 'With `dry_run`: an alert as it would be read, with `outcome` and `reason`.',
  required: ['title', 'event', 'fingerprint', 'fingerprint_source', 'outcome', 'alert', 'reason', 'sources'],
};

const ERROR = { type: 'object', properties: { message: { type: 'string' }, error: { type: 'string' } } };
const refusal = (description: string, headers: JsonObject = {}) => ({
  description,
  headers,
  content: { [JSON_TYPE]: { schema: ERROR } },
});
const header = (description: string) => ({ description, schema: { type: 'string' } });
const RETRY_AFTER = { 'Retry-After': header('Seconds until the next try.') };

const receiver = (operationId: string, summary: string, payload: JsonObject, more: JsonObject = {}) => ({
  tags: [ALERT_RECEIVER_TAG.name],
  security: [{ alertKey: [] }, { alertKeyAsPassword: [] }, { alertSignature: [] }],
  operationId,
  summary,
  description:
    'Takes the key of the integration as Bearer or as the password of Basic, or a signature where the integration has a signing secret. ' +
    'The address is the same without `.json`. Shortened alerts come in the order of the payload; 200 means that they are stored.',
  parameters: [DRY_RUN, ...SIGNATURE],
  requestBody: { required: true, content: { [JSON_TYPE]: { schema: payload } } },
  responses: {
    200: {
      description: 'The affected alerts.',
      headers: {
        'X-Alert-Outcome': header(
          'One word for each: `created`, `grouped`, `resolved`, `recorded` or `unchanged`, with commas between.',
        ),
        'X-Alerts-Dropped': header('Number of alerts of a notification that were not taken, if any.'),
      },
      content: { [JSON_TYPE]: { schema: { type: 'array', items: { oneOf: [AFFECTED, EXPLANATION] } } } },
    },
    400: refusal('The body is no JSON object, is nested too deeply, or is larger than 1 MiB.'),
    401: refusal('The key is wrong, or there is no such project or integration.', {
      'WWW-Authenticate': header('How to identify oneself.'),
    }),
    403: refusal('The integration is inactive, or the project is archived.'),
    429: refusal('The project has received too many payloads in this hour.', RETRY_AFTER),
    503: refusal('Nothing is stored; try again.', RETRY_AFTER),
    ...more,
  },
});

/** Contract: alerts §1. */
export const ALERT_RECEIVER_PATHS: JsonObject = {
  '/{namespace}/{project}/alerts/notify.json': {
    parameters: PROJECT,
    post: receiver('receiveAlert', 'Post to the first HTTP integration', PAYLOAD),
  },
  '/{namespace}/{project}/alerts/notify/{name}/{endpoint_identifier}.json': {
    parameters: [...PROJECT, ...ENDPOINT],
    post: receiver('receiveAlertOfEndpoint', 'Post to an HTTP integration', PAYLOAD),
  },
  '/{namespace}/{project}/prometheus/alerts/notify.json': {
    parameters: PROJECT,
    post: receiver('receivePrometheusAlerts', 'Post to the Prometheus integration', NOTIFICATION, {
      422: refusal('The body is no notification of Alertmanager.'),
    }),
  },
};
