import { Type } from '@sinclair/typebox';
import type { RefName } from '../../../platform/git/ref-names.js';

export const CommitRefSchema = Type.Object({ type: Type.String(), name: Type.String() });

export const presentCommitRef = ({ kind, name }: RefName) => ({ type: kind, name });
