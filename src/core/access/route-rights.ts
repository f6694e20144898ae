import { ALLOW } from './allow.decorator.js';
import type { AllowRule } from './allow.decorator.js';
import type { Caller } from './caller.js';
import { isEnough } from './is-enough.js';

/**
 * Whether the caller may call this route by its `@Allow`, given their level on its target. It is for other protocols
 * that show the same data, so that rights are declared once, at the routes of REST. Whether the caller sees the target,
 * and the scopes of the token, are not checked.
 */
export function mayCall<C extends object>(
  controller: { readonly name: string; readonly prototype: C },
  method: keyof C & string,
  caller: Caller,
  level: number,
): boolean {
  const rule = ruleOf(controller, controller.prototype[method]);
  if (caller.isAnonymous && !rule.anonymous) {
    return false;
  }
  return rule.role === undefined || isEnough(rule.role, caller, level);
}

function ruleOf(controller: { readonly name: string }, handler: unknown): AllowRule {
  const own: unknown = typeof handler === 'function' ? Reflect.getMetadata(ALLOW, handler) : undefined;
  const rule: unknown = own ?? Reflect.getMetadata(ALLOW, controller);
  if (!isRule(rule)) {
    throw new TypeError(`A route of ${controller.name} has no access rule.`);
  }
  return rule;
}

const isRule = (value: unknown): value is AllowRule => typeof value === 'object' && value !== null && 'on' in value;
