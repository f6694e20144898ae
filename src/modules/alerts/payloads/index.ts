import { alertmanagerReader } from './alertmanager.reader.js';
import { genericReader } from './generic.reader.js';
import type { PayloadReader } from './payload-reader.js';

/** The first reader that recognises a payload reads it (contract: alerts §1.7). */
export const PAYLOAD_READERS: readonly PayloadReader[] = [alertmanagerReader, genericReader];
