/**
 * A `Content-Disposition` by which a download keeps its name (RFC 6266). Client libraries that take everything after
 * `filename=` for the name are common, so `filename*` is there only for a name that the plain form cannot hold.
 */
export function attachmentNamed(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  if (plain === name) {
    return `attachment; filename="${plain}"`;
  }
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
