import { httpStep } from './calls.js';
import { serviceAccount } from './checks.js';
import { defineKind } from './kind.js';
import { multi, REQUIRED, text, url } from './param.js';
import { addressOf, textOf } from './settings-values.js';
import type { Settings, TestCalls } from './step.js';

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
  gathers: ['identity_token'],
  test,
  consequences: ({ sent, stored }) => {
    const keepsAccount = sent.has('google_iap_service_account_json') || sent.get('api_url') === stored.get('api_url');
    return keepsAccount ? {} : { changes: { google_iap_service_account_json: null } };
  },
});

/**
 * The service account and the audience for the server's identity-aware proxy; null unless both are set (contract:
 * integrations §6.6).
 */
export function proxyAccountOf(settings: Settings): ProxyAccount | null {
  const audience = textOf(settings, 'google_iap_audience_client_id');
  const account = textOf(settings, 'google_iap_service_account_json');
  return audience === '' || account === '' ? null : { audience, account };
}

export interface ProxyAccount {
  readonly audience: string;
  /** JSON. */
  readonly account: string;
}

/** Placeholder that is never shown: previews do not request a token. */
const NOT_ASKED_FOR = { token: 'identity-token' } as const;

function test(settings: Settings, { identityToken }: Parameters<TestCalls>[1]): ReturnType<TestCalls> {
  const shown = proxyAccountOf(settings) && (identityToken ?? NOT_ASKED_FOR);
  if (shown && 'problem' in shown) {
    return [{ key: 'query', call: { unconfigured: shown.problem } }];
  }
  return [
    httpStep('query', {
      method: 'GET',
      url: `${addressOf(settings, 'api_url')}/api/v1/query`,
      query: { query: '1' },
      ...(shown && { headers: { Authorization: `Bearer ${shown.token}` } }),
    }),
  ];
}
