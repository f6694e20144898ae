import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { invalidField, IS_INVALID } from '../../../common/errors/catalogue.js';
import type { ArtifactFormat } from './artifact-format.js';

/** The report whose variables are passed to later jobs (contract: triggers §5). */
export const DOTENV = 'dotenv';
/** As large as a single variable may be; larger reports are rejected. */
export const MAX_DOTENV_BYTES = 65_536;

const MAX_VARIABLES = 200;
const LINE = /^\s*([A-Za-z0-9_]{1,255})\s*=(.*)$/;
const inflate = promisify(gunzip);

/** Reads the variables of a dotenv report, one `KEY=value` per line. Throws 400. */
export async function readDotenv(bytes: Buffer, format: ArtifactFormat): Promise<ReadonlyMap<string, string>> {
  const text = await textOf(bytes, format);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const variables = new Map(lines.map(variableOf));
  if (variables.size > MAX_VARIABLES) {
    throw unreadable();
  }
  return variables;
}

async function textOf(bytes: Buffer, format: ArtifactFormat): Promise<string> {
  if (format === 'raw') {
    return bytes.toString('utf8');
  }
  if (format !== 'gzip') {
    throw unreadable();
  }
  try {
    return (await inflate(bytes, { maxOutputLength: MAX_DOTENV_BYTES })).toString('utf8');
  } catch {
    throw unreadable();
  }
}

function variableOf(line: string): readonly [string, string] {
  const { 1: key, 2: value } = LINE.exec(line) ?? [];
  if (key === undefined || value === undefined || value.includes('\0')) {
    throw unreadable();
  }
  return [key, value.trim()];
}

const unreadable = () => invalidField('file', IS_INVALID);
