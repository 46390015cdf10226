/** Headers that many responses share: their values are checked and rendered once, at the start. */
import type { HttpResponse } from '../message/http-response.ts'
import { FastPathResponse } from './fast-path-response.ts'
import { checkHeaderValue, findResponseHeader } from './header-roles.ts'

export interface HeaderBlock {
  /** A flat list of names and values. */
  readonly rawHeaders: readonly string[]
  /** The header lines, each after a line end. */
  readonly lines: string
}

/** Returns the block. Throws a `TypeError` for invalid headers and those that the server sets, such as `Date`. */
export function renderHeaderBlock(headers: Readonly<Record<string, string>>): HeaderBlock {
  let lines = ''
  for (const [name, value] of Object.entries(headers)) {
    if (findResponseHeader(name).role !== 'ordinary')
      throw new TypeError(`the header "${name}" depends on the response and cannot be part of a header block`)
    checkHeaderValue(name, value)
    lines += `\r\n${name}: ${value}`
  }
  return { rawHeaders: Object.entries(headers).flat(), lines }
}

/** Writes the head of a response: the headers of the block, then `rawHeaders`, a flat list of names and values. */
export function writeHeadWithBlock(
  response: HttpResponse,
  status: number,
  block: HeaderBlock,
  rawHeaders: string[],
): void {
  if (response instanceof FastPathResponse) response.writeHead(status, rawHeaders, block.lines)
  else response.writeHead(status, [...block.rawHeaders, ...rawHeaders])
}
