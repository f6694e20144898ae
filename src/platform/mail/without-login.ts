import { percentDecoded } from '../../common/text/percent-decoded.js';

/**
 * Returns the text of a mail server without the password of SMTP_URL: some servers repeat the command that they refuse,
 * which contains it in base64.
 */
export function withoutLogin(text: string, smtpUrl: string): string {
  const { username, password } = new URL(smtpUrl);
  const [user, secret] = [percentDecoded(username), percentDecoded(password)];
  if (secret === '') {
    return text;
  }
  const forms = [`\0${user}\0${secret}`, secret].map((form) => Buffer.from(form).toString('base64'));
  return [...forms, secret].reduce((masked, form) => masked.replaceAll(form, '[masked]'), text);
}
