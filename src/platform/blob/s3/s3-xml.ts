const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The insides of every element of this name. Enough for the flat answers of object storage, no parser of XML. */
export function elementsIn(xml: string, name: string): readonly string[] {
  return Array.from(
    xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^]*?)</${name}>`, 'g')),
    ([, inside]) => inside ?? '',
  );
}

/** The text of the first element of this name, null when there is none. */
export function textIn(xml: string, name: string): string | null {
  const [inside] = elementsIn(xml, name);
  return inside === undefined ? null : decode(inside);
}

/** Text as it may stand in an element. */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

function decode(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (entity, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) {
      return ENTITIES.get(name) ?? entity;
    }
    return String.fromCodePoint(hex === undefined ? Number(decimal) : parseInt(hex, 16));
  });
}
