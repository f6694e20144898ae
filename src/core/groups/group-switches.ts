import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable } from '../../common/wire/wire-types.js';

/**
 * Switches without effect here, except `emails_disabled`. They are stored and returned under their wire names, since
 * infrastructure-as-code clients compare them with what they sent (contract: core §5).
 */
export const GroupSwitchesSchema = Type.Object({
  lfs_enabled: Type.Boolean(),
  request_access_enabled: Type.Boolean(),
  share_with_group_lock: Type.Boolean(),
  require_two_factor_authentication: Type.Boolean(),
  two_factor_grace_period: Type.Integer(),
  emails_disabled: nullable(Type.Boolean()),
  mentions_disabled: nullable(Type.Boolean()),
  auto_devops_enabled: nullable(Type.Boolean()),
});
export type GroupSwitches = Static<typeof GroupSwitchesSchema>;

/** Defaults of a group. */
export const GROUP_SWITCHES: GroupSwitches = {
  lfs_enabled: true,
  request_access_enabled: true,
  share_with_group_lock: false,
  require_two_factor_authentication: false,
  two_factor_grace_period: 48,
  emails_disabled: null,
  mentions_disabled: null,
  auto_devops_enabled: null,
};
