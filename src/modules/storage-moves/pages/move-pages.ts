import { html } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import { CONTAINER_KINDS } from '../kinds/index.js';
import type { MoveState } from '../records/move-state.js';

/** Base path of the administrators' pages about storages. */
export const BASE = '/admin/storages';

export const KIND_OPTIONS = Object.values(CONTAINER_KINDS).map(({ name, label }) => [name, `${label}s`] as const);

const TONES: Readonly<Partial<Record<MoveState, string>>> = {
  finished: 'good',
  failed: 'bad',
  'cleanup failed': 'warn',
};

export const stateTag = (state: MoveState): Safe => html`<span class="tag ${TONES[state] ?? ''}">${state}</span>`;
