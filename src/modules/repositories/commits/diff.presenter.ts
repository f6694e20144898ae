import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { FileDiff } from '../reads/diff-text.js';
import { record } from '../../../common/wire/wire-types.js';

/** Contract: git §3.3. */
export const DiffSchema = record('Diff', {
  old_path: Type.String(),
  new_path: Type.String(),
  a_mode: Type.String(),
  b_mode: Type.String(),
  diff: Type.String(),
  new_file: Type.Boolean(),
  renamed_file: Type.Boolean(),
  deleted_file: Type.Boolean(),
  too_large: Type.Boolean(),
  collapsed: Type.Boolean(),
});

/** The mode `000000` is presented as `0`. */
const modeText = (mode: string): string => (mode === '000000' ? '0' : mode);

export const presentDiff = (file: FileDiff): Static<typeof DiffSchema> => ({
  old_path: file.oldPath,
  new_path: file.newPath,
  a_mode: modeText(file.oldMode),
  b_mode: modeText(file.newMode),
  diff: file.text,
  new_file: file.status === 'A',
  renamed_file: file.status === 'R',
  deleted_file: file.status === 'D',
  too_large: file.isTooLarge,
  collapsed: file.isCollapsed,
});
