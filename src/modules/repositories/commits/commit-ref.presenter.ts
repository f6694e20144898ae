import { Type } from '@sinclair/typebox';
import type { RefName } from '../../../platform/git/ref-names.js';
import { record } from '../../../common/wire/wire-types.js';

export const CommitRefSchema = record('CommitRef', { type: Type.String(), name: Type.String() });

export const presentCommitRef = ({ kind, name }: RefName) => ({ type: kind, name });
