import { counted } from '../../../common/text/counted.js';
import { adminPage } from '../../../platform/views/admin-layout.js';
import { bytesText } from '../../../platform/views/bytes.js';
import { confirmedForm } from '../../../platform/views/confirmed-form.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { formErrors } from '../../../platform/views/form-errors.js';
import { button, field, select } from '../../../platform/views/forms.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Insert, Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { table } from '../../../platform/views/table.js';
import type { StorageFigures } from '../storages/storage-figures.js';
import { BASE, KIND_OPTIONS } from './move-pages.js';
import type { MoveFields } from './move-fields.js';

interface StoragesContent {
  readonly storages: readonly StorageFigures[];
  readonly values: MoveFields;
  readonly errors?: FieldErrors;
}

/** Storages with their contents, and forms to move them (contract: storage-moves §13.6). */
export const storagesPage = ({ storages, values, errors = {} }: StoragesContent, frame: Frame): Safe =>
  adminPage(
    'Storages',
    frame,
    html`<p class="actions">
        <a class="button plain" href="${BASE}/moves">History of moves</a>
      </p>
      <div class="card">
        ${table(
          ['Storage', 'State', 'Weight', 'Repositories', 'Used', ''],
          storages.map((storage) => row(storage, frame)),
        )}
      </div>
      ${formErrors(errors, ['container', 'source_storage_name', 'destination_storage_name'])}
      ${moveOne(storages, values, errors)} ${moveAll(storages, values, errors)}`,
  );

const row = (storage: StorageFigures, { csrfToken }: Frame): readonly Insert[] => [
  html`<strong>${storage.name}</strong>`,
  storage.isHealthy ? html`<span class="tag good">available</span>` : html`<span class="tag bad">unavailable</span>`,
  storage.weight,
  [counted(storage.projects, 'project'), counted(storage.snippets, 'snippet'), counted(storage.groups, 'group')].join(
    ', ',
  ),
  usage(storage),
  storage.leftovers === 0
    ? NOTHING
    : confirmedForm({
        action: `${BASE}/${storage.name}/clean`,
        csrfToken,
        label: 'Remove old copies',
        name: storage.name,
        question: `Remove ${storage.leftovers === 1 ? 'one old copy' : `${storage.leftovers} old copies`} from ${storage.name}?`,
        consequence: 'Repositories that were moved away are not touched where they live now.',
      }),
];

/** Shows the used part of the space that repositories use or could use. */
function usage({ sizeBytes, availableBytes, name }: StorageFigures): Safe {
  if (availableBytes === null) {
    return html`${bytesText(sizeBytes)}`;
  }
  const whole = Math.max(sizeBytes + availableBytes, 1);
  return html`<progress max="${whole}" value="${sizeBytes}" aria-label="Space used on ${name}"></progress>
    <small>${bytesText(sizeBytes)} used, ${bytesText(availableBytes)} available</small>`;
}

const moveOne = (storages: readonly StorageFigures[], values: MoveFields, errors: FieldErrors): Safe =>
  html`<form class="form card" method="get" action="${BASE}/preview">
    <h2>Move one</h2>
    ${select({ name: 'kind', formName: 'one', label: 'Kind', value: values.kind, options: KIND_OPTIONS })}
    ${field({
      name: 'container',
      label: 'Id or path',
      value: values.container,
      required: true,
      hint: 'Snippets are named by their id.',
      errors: errors.container ?? [],
    })}
    ${destination('one', storages, values, errors)} ${button('Preview', 'plain')}
  </form>`;

const moveAll = (storages: readonly StorageFigures[], values: MoveFields, errors: FieldErrors): Safe =>
  html`<form class="form card" method="get" action="${BASE}/preview">
    <h2>Move all of a storage</h2>
    ${select({ name: 'kind', formName: 'all', label: 'Kind', value: values.kind, options: KIND_OPTIONS })}
    ${select({
      name: 'source_storage_name',
      label: 'From',
      value: values.source,
      options: storages.map(({ name }) => [name, name]),
      errors: errors.source_storage_name ?? [],
    })}
    ${destination('all', storages, values, errors)} ${button('Preview', 'plain')}
  </form>`;

const destination = (
  formName: string,
  storages: readonly StorageFigures[],
  values: MoveFields,
  errors: FieldErrors,
): Safe =>
  select({
    name: 'destination_storage_name',
    formName,
    label: 'To',
    value: values.destination,
    options: [['', 'picked by weight'], ...storages.map(({ name }) => [name, name] as const)],
    errors: errors.destination_storage_name ?? [],
  });
