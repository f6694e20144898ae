import { setImmediate as nextTurn } from 'node:timers/promises';
import busboy from 'busboy';
import { ApiError } from '../../common/errors/api-error.js';
import { badRequest } from '../../common/errors/catalogue.js';
import { FormParams, invalidCharacters, NO_LISTS } from '../../common/params/form-encoding.js';
import type { RawParams } from '../../common/params/form-encoding.js';
import { MAX_VALUES, tooMany } from '../../common/params/json-shape.js';
import { skipFile } from './multipart-file.js';

/** Bytes parsed in one turn; other requests are served between two slices. */
const SLICE_BYTES = 16 * 1024;
/** The parser also counts the boundary behind the last part. */
const MAX_BOUNDARIES = MAX_VALUES + 1;

const malformed = () => badRequest('Malformed multipart body');

/**
 * Returns the fields of a multipart form; files are read to their end and dropped. Throws 400 for a malformed form, and
 * for too many parts as soon as they are counted: the rest is not parsed (contract: conventions §3.6).
 */
export async function parseMultipart(bytes: Buffer, contentType: string, lists = NO_LISTS): Promise<RawParams> {
  const parser = parserOf(bytes.length, contentType);
  const form = new FormParams(lists);
  const checkedText = textChecker(bytes);
  let refusal: Error | undefined;
  const refuse = (error: unknown): void => {
    refusal ??= error instanceof ApiError ? error : malformed(); // a part without a name is not a field
  };
  parser.on('field', (name, value) => {
    try {
      form.add(checkedText(name), checkedText(value));
    } catch (error) {
      refuse(error);
    }
  });
  parser.on('file', (_name, stream) => {
    skipFile(stream);
  });
  parser.on('partsLimit', () => {
    refuse(tooMany());
  });
  parser.on('error', () => {
    refuse(malformed());
  });
  const closed = new Promise((resolve) => parser.once('close', resolve));
  for (let at = 0; at < bytes.length && !refusal; at += SLICE_BYTES) {
    parser.write(bytes.subarray(at, at + SLICE_BYTES));
    await nextTurn();
  }
  if (refusal) {
    parser.destroy();
  } else {
    parser.end();
  }
  await closed;
  if (refusal) {
    throw refusal;
  }
  return form.toParams();
}

function parserOf(fieldSize: number, contentType: string): busboy.Busboy {
  try {
    const limits = { fieldSize, parts: MAX_BOUNDARIES };
    return busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', limits });
  } catch {
    throw malformed();
  }
}

/** The multipart parser decodes broken UTF-8 as U+FFFD, which is also a valid character of a body. */
function textChecker(bytes: Buffer): (text: string) => string {
  let mayHoldReplacements: boolean | undefined;
  return (text) => {
    if (text.includes('\0')) {
      throw invalidCharacters();
    }
    if (text.includes('\uFFFD')) {
      mayHoldReplacements ??= bytes.includes('\uFFFD');
      if (!mayHoldReplacements) {
        throw invalidCharacters();
      }
    }
    return text;
  };
}
