import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Feature } from './features.js';
import { record } from '../../common/wire/wire-types.js';

export const FeatureSchema = record('Feature', {
  name: Type.String(),
  state: Type.Union([Type.Literal('on'), Type.Literal('off')]),
  gates: Type.Array(Type.Object({ key: Type.Literal('boolean'), value: Type.Boolean() })),
});
export type FeatureView = Static<typeof FeatureSchema>;

export const presentFeature = ({ name, isOn }: Feature): FeatureView => ({
  name,
  state: isOn ? 'on' : 'off',
  gates: [{ key: 'boolean', value: isOn }],
});
