import type { Env } from '../../platform/config/env.js';
import type { Settings } from './settings.js';

const PUBLIC_VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify';

/** URL for verifying CAPTCHA responses: the public reCAPTCHA v2 address unless another one is set. */
export const verifyUrlInForce = ({ recaptchaVerifyUrl }: Settings): string => recaptchaVerifyUrl ?? PUBLIC_VERIFY_URL;

/**
 * Accepted plain-http redirect URIs of OAuth: `loopback` in production unless set, otherwise `any` (contract: core
 * §1.2).
 */
export function httpRedirectsInForce({ oauthHttpRedirects }: Settings, { nodeEnv }: Env): 'loopback' | 'any' {
  const fallback = nodeEnv === 'production' ? 'loopback' : 'any';
  return oauthHttpRedirects === 'loopback' || oauthHttpRedirects === 'any' ? oauthHttpRedirects : fallback;
}
