import type { Settings } from './step.js';

/** A setting as text; empty where it is not set. */
export const textOf = (settings: Settings, name: string): string => String(settings.get(name) ?? '');

export const isOn = (settings: Settings, name: string): boolean => settings.get(name) === true;

/** An address that paths are put behind: without slashes at its end, and without what a browser's address has behind its path. */
export const addressOf = (settings: Settings, name: string): string =>
  withoutSlash(textOf(settings, name).replace(/[?#].*$/s, ''));

/** The address without the slashes at its end. */
export function withoutSlash(address: string): string {
  let end = address.length;
  while (address.charAt(end - 1) === '/') {
    end -= 1;
  }
  return address.slice(0, end);
}
