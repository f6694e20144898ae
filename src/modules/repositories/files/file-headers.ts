import type { HttpResponse } from '../../../platform/http/http-types.js';
import type { FileView } from './file.presenter.js';

/**
 * Header values are ASCII without quotes and backslashes (contract: conventions §5); paths and refs may contain other
 * characters.
 */
const NOT_IN_HEADERS = /[^\x20-\x7e]|["%\\]/gu;

/** Sets headers with all fields of the record except the content, for clients that send HEAD (contract: git §3.4). */
export function setFileHeaders(response: HttpResponse, { content: _content, ...fields }: FileView): void {
  for (const [field, value] of Object.entries(fields)) {
    response.setHeader(`X-Gitlab-${headerWords(field)}`, String(value).replace(NOT_IN_HEADERS, encodeURIComponent));
  }
}

const headerWords = (field: string): string =>
  field
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('-');
