/** Headers that many responses share: their values are checked and rendered once. */
import { FastPathResponse } from '../../../shared/http/fast-path/fast-path-response.ts'
import { checkHeaderValue, findResponseHeader, RenderedHeaders } from '../../../shared/http/message/header-lines.ts'
import type { HttpResponse } from '../../../shared/http/message/http-response.ts'

/** Returns the headers. Throws a `TypeError` for invalid headers and those that the server sets, such as `Date`. */
export function renderHeaderBlock(headers: Readonly<Record<string, string>>): RenderedHeaders {
  for (const [name, value] of Object.entries(headers)) {
    if (findResponseHeader(name).role !== 'ordinary')
      throw new TypeError(`the header "${name}" depends on the response and cannot be part of a header block`)
    checkHeaderValue(name, value)
  }
  return new RenderedHeaders(Object.entries(headers).flat())
}

/** Writes the head of a response: the rendered headers, then `rawHeaders`, a flat list of names and values. */
export function writeHeadWithBlock(
  response: HttpResponse,
  status: number,
  block: RenderedHeaders,
  rawHeaders: string[],
): void {
  if (response instanceof FastPathResponse) response.writeHead(status, rawHeaders, block)
  else response.writeHead(status, [...block.list, ...rawHeaders])
}
