import { IS_INVALID, NOT_A_VALUE } from '../../../common/errors/catalogue.js';
import { ValidationErrors } from '../../../common/params/validation-errors.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { parseHumanDuration } from '../../../common/time/duration.js';
import { ARCHIVE } from './artifact.js';
import { FORMATS } from './artifact-format.js';
import type { ArtifactFields } from './artifact.js';

const TYPE = /^[a-z0-9_]{1,100}$/;
const FOREVER = 'never';

/** Reads `artifact_type`, `artifact_format` and `expire_in` of an upload. Throws 400. */
export function readArtifactFields(sent: RawParams): ArtifactFields {
  const type = textOf(sent.artifact_type) ?? ARCHIVE;
  const word = textOf(sent.artifact_format) ?? 'zip';
  const format = FORMATS.find((known) => known === word);
  const keptMillis = keepMillis(textOf(sent.expire_in));
  const errors = new ValidationErrors();
  errors.about('artifact_type', TYPE.test(type) ? undefined : IS_INVALID);
  errors.about('artifact_format', format ? undefined : NOT_A_VALUE);
  errors.about('expire_in', keptMillis === undefined ? IS_INVALID : undefined);
  errors.refuseAny();
  return { type, format: format ?? 'zip', keepSeconds: keptMillis ? keptMillis / 1000 : null };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Null for no expiry; undefined for text that is not a duration. */
function keepMillis(text: string | undefined): number | null | undefined {
  return text === undefined || text.toLowerCase() === FOREVER ? null : (parseHumanDuration(text) ?? undefined);
}
