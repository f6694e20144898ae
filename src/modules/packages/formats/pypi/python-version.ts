const LONGEST = 255;
/** PEP 440, appendix B. */
const VERSION = new RegExp(
  [
    String.raw`^v?(?:(?<epoch>\d+)!)?(?<release>\d+(?:\.\d+)*)`,
    String.raw`(?:[-_.]?(?<preLabel>alpha|a|beta|b|preview|pre|c|rc)(?:[-_.]?(?<pre>\d+))?)?`,
    String.raw`(?<post>-(?<implicitPost>\d+)|[-_.]?(?:post|rev|r)(?:[-_.]?(?<explicitPost>\d+))?)?`,
    String.raw`(?<dev>[-_.]?dev(?:[-_.]?(?<devNumber>\d+))?)?`,
    String.raw`(?:\+(?<local>[a-z0-9]+(?:[-_.][a-z0-9]+)*))?$`,
  ].join(''),
  'i',
);
const PRE_LABELS: Readonly<Record<string, string>> = { alpha: 'a', beta: 'b', preview: 'rc', pre: 'rc', c: 'rc' };

/**
 * The form in which versions are compared: `1.0`, `1.0.0` and `v1.0` are equal, as are `1.0-beta2` and `1.0b2` (PEP
 * 440). Null for an invalid version.
 */
export function versionKeyOf(version: string): string | null {
  const parts = version.length <= LONGEST ? VERSION.exec(version.trim().toLowerCase())?.groups : undefined;
  return parts ? written(parts) : null;
}

function written(parts: Readonly<Record<string, string | undefined>>): string {
  const { epoch = '0', release = '', preLabel, pre, post, implicitPost, explicitPost, dev, devNumber, local } = parts;
  const numbers = release.split('.').map(numeral).join('.');
  return [
    numeral(epoch) === '0' ? '' : `${numeral(epoch)}!`,
    numbers.replace(/(?:\.0)+$/, ''),
    preLabel === undefined ? '' : `${PRE_LABELS[preLabel] ?? preLabel}${numeral(pre)}`,
    post === undefined ? '' : `.post${numeral(implicitPost ?? explicitPost)}`,
    dev === undefined ? '' : `.dev${numeral(devNumber)}`,
    local === undefined ? '' : `+${local.split(/[-_.]/).map(localPart).join('.')}`,
  ].join('');
}

/** Removes leading zeros; an absent number is 0. */
const numeral = (digits = '0'): string => digits.replace(/^0+(?=\d)/, '');
const localPart = (part: string): string => (/^\d+$/.test(part) ? numeral(part) : part);
