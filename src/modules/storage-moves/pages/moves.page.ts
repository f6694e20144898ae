import type { Page } from '../../../common/pagination/page.js';
import { adminPage } from '../../../platform/views/admin-layout.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { button, form, hidden, select } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { moment } from '../../../platform/views/moment.js';
import { pager } from '../../../platform/views/pager.js';
import { table } from '../../../platform/views/table.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import { MOVE_STATES } from '../records/move-state.js';
import type { ShownMove } from '../storage-move.js';
import { BASE, KIND_OPTIONS, stateTag } from './move-pages.js';

/** Filters of the history. */
export interface MoveSearch {
  readonly state: string;
  readonly source: string;
  readonly destination: string;
}

interface MovesContent {
  readonly kind: ContainerKind;
  readonly moves: Page<ShownMove>;
  readonly search: MoveSearch;
  readonly storages: readonly string[];
}

/** The moves of a kind, newest first (contract: storage-moves §3). */
export const movesPage = ({ kind, moves, search, storages }: MovesContent, frame: Frame): Safe => {
  const query = {
    kind: kind.name,
    state: search.state,
    source_storage_name: search.source,
    destination_storage_name: search.destination,
  };
  return adminPage(
    'Storages',
    frame,
    html`${filters(kind, search, storages)}
      <div class="card">
        ${
          moves.items.length === 0
            ? html`<p class="muted">No moves.</p>`
            : table(
                [kind.label, 'From', 'To', 'State', 'Copied', 'Created', ''],
                moves.items.map((move) => row(kind, move, frame)),
              )
        }
        ${pager(moves, `${BASE}/moves`, query)}
      </div>
      <p><a class="button plain" href="${BASE}">Storages</a></p>`,
    'History of moves',
  );
};

const filters = (
  kind: ContainerKind,
  { state, source, destination }: MoveSearch,
  storages: readonly string[],
): Safe => {
  const named = [['', 'all'], ...storages.map((name) => [name, name] as const)] as const;
  const states = [['', 'all'], ...MOVE_STATES.map((name) => [name, name] as const)] as const;
  return html`<form class="search" method="get" action="${BASE}/moves" role="search">
    ${select({ name: 'kind', label: 'Kind', value: kind.name, options: KIND_OPTIONS })}
    ${select({ name: 'state', label: 'State', value: state, options: states })}
    ${select({ name: 'source_storage_name', label: 'From', value: source, options: named })}
    ${select({ name: 'destination_storage_name', label: 'To', value: destination, options: named })}
    ${button('Filter', 'plain')}
  </form>`;
};

const row = (kind: ContainerKind, move: ShownMove, frame: Frame): readonly Insert[] => [
  html`${move.containerTitle} <small>${kind.name} ${move.containerId}, move ${move.id}</small>`,
  move.sourceStorage,
  move.destinationStorage,
  html`${stateTag(move.state)} ${move.errorMessage === null ? NOTHING : html`<small>${move.errorMessage}</small>`}`,
  move.bytesTotal === null ? '' : `${bytesText(move.bytesDone)} of ${bytesText(move.bytesTotal)}`,
  html`${moment(move.createdAt)}
  ${move.operationId === null ? NOTHING : html`<a href="${BASE}/runs/${move.operationId}">bulk run</a>`}`,
  actionOn(kind, move, frame),
];

function actionOn(kind: ContainerKind, { id, state }: ShownMove, { csrfToken }: Frame): Safe {
  const to = (action: string, label: string): Safe =>
    form({ action: `${BASE}/moves/${id}/${action}`, csrfToken, className: '' }, [
      hidden('kind', kind.name),
      html`<button type="submit" class="button plain" aria-label="${label} move ${id}">${label}</button>`,
    ]);
  if (state === 'failed') {
    return to('retry', 'Retry');
  }
  return state === 'scheduled' || state === 'started' ? to('cancel', 'Cancel') : NOTHING;
}
