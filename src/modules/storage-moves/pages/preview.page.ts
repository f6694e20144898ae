import { counted } from '../../../common/text/counted.js';
import { adminPage } from '../../../platform/views/admin-layout.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { button, form, hidden } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { table } from '../../../platform/views/table.js';
import type { MovePreview, PreviewItem, PreviewStorage } from '../bulk/move-preview.js';
import type { ContainerKind } from '../kinds/container-kind.js';
import type { MoveFields } from './move-fields.js';
import { BASE } from './move-pages.js';

const SHOWN = 100;

/** What scheduling would do, with a button to do it (contract: storage-moves §13.3). */
export const previewPage = (kind: ContainerKind, preview: MovePreview, values: MoveFields, frame: Frame): Safe => {
  const { items, totals, storages } = preview;
  return adminPage(
    'Storages',
    frame,
    html`<p>
        ${counted(totals.move, kind.name)} (${bytesText(totals.bytes)}) would be moved, ${totals.skip} would be left
        where they are. Each can be read all the time, and not be written to while it is moved.
      </p>
      <div class="card">${table(['Destination', 'Needed', 'Available', ''], storages.map(storageRow))}</div>
      <div class="card">
        ${table(['Id', 'Name', 'From', 'To', 'Size', 'Reason'], items.slice(0, SHOWN).map(itemRow))}
        ${items.length > SHOWN ? html`<p class="muted">The first ${SHOWN} are shown.</p>` : NOTHING}
      </div>
      <div class="actions">
        ${totals.move === 0 ? NOTHING : scheduleForm(values, frame)}
        <a class="button plain" href="${BASE}">Back</a>
      </div>`,
    'What would be moved',
  );
};

const storageRow = ({ name, neededBytes, availableBytes }: PreviewStorage): readonly Insert[] => [
  name,
  bytesText(neededBytes),
  bytesText(availableBytes),
  availableBytes >= neededBytes
    ? html`<span class="tag good">enough</span>`
    : html`<span class="tag bad">not enough</span>`,
];

const itemRow = ({ id, title, source, destination, bytes, action, rule }: PreviewItem): readonly Insert[] => [
  id,
  title,
  source,
  action === 'move' ? destination : '',
  bytesText(bytes),
  html`<span class="tag ${action === 'move' ? 'good' : 'warn'}">${action}</span> ${rule}`,
];

const scheduleForm = ({ kind, container, source, destination }: MoveFields, { csrfToken }: Frame): Safe =>
  form({ action: `${BASE}/moves`, csrfToken, className: '' }, [
    hidden('kind', kind),
    hidden('container', container),
    hidden('source_storage_name', source),
    hidden('destination_storage_name', destination),
    button('Schedule'),
  ]);
