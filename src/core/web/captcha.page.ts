import type { RawParams } from '../../common/params/form-encoding.js';
import { toText } from '../../common/params/coerce.js';
import { button, form, hidden } from '../../platform/views/forms.js';
import { html } from '../../platform/views/html.js';
import type { Safe } from '../../platform/views/html.js';
import { layout } from '../../platform/views/layout.js';
import type { Frame } from '../../platform/views/layout.js';
import type { PageOptions } from '../../platform/views/web-answer.js';

/** The field that the widget adds to its form. */
export const RESPONSE_FIELD = 'g-recaptcha-response';
/** Id of the refusal that the response belongs to. */
export const LOG_FIELD = 'spam_log_id';
const OWN_FIELDS = new Set([RESPONSE_FIELD, LOG_FIELD, 'authenticity_token']);

/** Origins of the widget's scripts and frames. */
export const CAPTCHA_POLICY: PageOptions = {
  widget: {
    scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  },
};

/** A form that is refused until its CAPTCHA is solved. */
export interface ChallengedForm {
  readonly action: string;
  readonly fields: RawParams;
  readonly siteKey: string;
  readonly logId: number;
  /** Why it was refused. */
  readonly text: string;
}

/** Page that sends the same form again with the solved CAPTCHA (contract: conventions §15). */
export function captchaPage({ action, fields, siteKey, logId, text }: ChallengedForm, frame: Frame): Safe {
  const sent = Object.entries(fields).filter(([name]) => !OWN_FIELDS.has(name));
  return layout(
    { title: 'Solve the CAPTCHA', frame, narrow: true },
    html`<div class="card">
      <h1>Solve the CAPTCHA</h1>
      <p>${text}</p>
      ${form({ action, csrfToken: frame.csrfToken }, [
        ...sent.flatMap(([name, value]) => hiddenFields(name, value)),
        hidden(LOG_FIELD, String(logId)),
        html`<div class="g-recaptcha" data-sitekey="${siteKey}"></div>
          <noscript><p>The CAPTCHA needs JavaScript.</p></noscript>
          <script src="https://www.google.com/recaptcha/api.js" async defer></script>`,
        button('Send again'),
      ])}
    </div>`,
  );
}

/** Names in form notation: `v[]`, `v[k]` (contract: conventions §3.6). */
function hiddenFields(name: string, value: unknown): Safe[] {
  if (Array.isArray(value)) {
    return value.flatMap((one) => hiddenFields(`${name}[]`, one));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) => hiddenFields(`${name}[${key}]`, inner));
  }
  const text = toText(value);
  return text.ok ? [hidden(name, text.value)] : [];
}
