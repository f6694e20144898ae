import { httpStep } from './calls.js';
import { serviceAccount } from './checks.js';
import { defineKind } from './kind.js';
import { multi, REQUIRED, text, url } from './param.js';
import { addressOf } from './settings-values.js';

export const metricsServer = defineKind({
  slug: 'metrics-server',
  alias: 'prometheus',
  title: 'Metrics server',
  category: 'monitoring',
  transport: 'none',
  params: [
    url('api_url', REQUIRED),
    text('google_iap_audience_client_id'),
    multi('google_iap_service_account_json', { secret: true, check: serviceAccount }),
  ],
  test: (settings, { identityToken }) => [
    httpStep('query', {
      method: 'GET',
      url: `${addressOf(settings, 'api_url')}/api/v1/query`,
      query: { query: '1' },
      ...(identityToken === null ? {} : { headers: { Authorization: `Bearer ${identityToken}` } }),
    }),
  ],
  consequences: ({ sent, stored }) => {
    const keepsAccount = sent.has('google_iap_service_account_json') || sent.get('api_url') === stored.get('api_url');
    return keepsAccount ? {} : { changes: { google_iap_service_account_json: null } };
  },
});
