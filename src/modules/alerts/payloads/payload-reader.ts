import type { PayloadReading, ReadingContext } from './alert-reading.js';
import type { JsonObject } from '../../../common/params/json-object.js';

/** A form of payloads, known by what is in them (contract: alerts §1.4, §1.7). */
export interface PayloadReader {
  readonly name: 'alertmanager' | 'generic';
  recognises(payload: JsonObject): boolean;
  read(payload: JsonObject, context: ReadingContext): PayloadReading;
}
