import { toText } from '../../../../common/params/coerce.js';
import type { RawParams } from '../../../../common/params/form-encoding.js';
import { readInput } from '../../../../common/params/read-input.js';
import { newApplication } from '../application-fields.js';
import { CreateApplicationInput } from '../applications.dto.js';
import type { Application, ApplicationFields } from '../application.js';

/** Values of the form, valid or not. */
export interface ApplicationForm {
  readonly name: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly confidential: boolean;
  readonly trusted: boolean;
}

export const EMPTY_FORM: ApplicationForm = {
  name: '',
  redirectUri: '',
  scopes: [],
  confidential: true,
  trusted: false,
};

export const formOf = (application: Application): ApplicationForm => ({
  ...application,
  redirectUri: application.redirectUris.join('\n'),
});

/** Returns the fields as sent (contract: oauth §3); unticked checkboxes are not sent. */
export function readApplicationForm({ application }: RawParams): ApplicationForm {
  const fields: RawParams = typeof application === 'object' && application !== null ? { ...application } : {};
  const scopes: unknown[] = Array.isArray(fields.scopes) ? fields.scopes : [fields.scopes];
  return {
    name: textOf(fields.name),
    redirectUri: textOf(fields.redirect_uri),
    scopes: scopes.map(textOf).filter((scope) => scope !== ''),
    confidential: isTicked(fields.confidential),
    trusted: isTicked(fields.trusted),
  };
}

/** Checks the form like the API checks its parameters. Throws 400 naming the fields. */
export const checkForm = ({ redirectUri, ...form }: ApplicationForm): ApplicationFields =>
  newApplication(
    readInput(CreateApplicationInput, {
      ...form,
      redirect_uri: [redirectUri.trim() === '' ? ' ' : redirectUri],
      scopes: form.scopes.length === 0 ? [' '] : form.scopes,
    }),
  );

const isTicked = (value: unknown): boolean => value === '1' || value === 'true' || value === 'on';

function textOf(value: unknown): string {
  const text = toText(value);
  return text.ok ? text.value : '';
}
