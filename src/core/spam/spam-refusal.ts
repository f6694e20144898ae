import { ApiError } from '../../common/errors/api-error.js';

/** Extensions of the GraphQL error (contract: conventions §15). */
export type SpamExtensions =
  | { readonly spam: true }
  | { readonly needsCaptchaResponse: true; readonly captchaSiteKey: string; readonly spamLogId: number };

/** Refusal because of spam; REST and GraphQL present it differently. */
export class SpamRefusal extends ApiError {
  private constructor(
    status: number,
    readonly text: string,
    body: Readonly<Record<string, unknown>>,
    readonly extensions: SpamExtensions,
  ) {
    super(status, { ...body, message: { error: text } });
  }

  static blocked(type: string): SpamRefusal {
    return new SpamRefusal(400, textFor(type), {}, { spam: true });
  }

  static challenged(type: string, logId: number, siteKey: string): SpamRefusal {
    return new SpamRefusal(
      409,
      `${textFor(type)} Solve the CAPTCHA to go on.`,
      {
        needs_captcha_response: true,
        spam_log_id: logId,
        captcha_site_key: siteKey,
      },
      { needsCaptchaResponse: true, captchaSiteKey: siteKey, spamLogId: logId },
    );
  }
}

const textFor = (type: string): string => `Your ${type} has been recognized as spam.`;
