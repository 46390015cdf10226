/** Problem details for callers that ask for them with `Accept: application/problem+json`: RFC 9457. */
import { STATUS_CODES } from 'node:http'

export const problemDetailsType = 'application/problem+json'

export interface AcceptedRange {
  /** The media range in lower case. */
  range: string
  weight: number
}

/** Parses an Accept header: RFC 9110 section 12.5.1. A weight that is no number is 0. */
export function parseAccept(accept: string): AcceptedRange[] {
  return accept.toLowerCase().split(',').map(parseRange)
}

function parseRange(text: string): AcceptedRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = q ? Number(q.slice(2)) : 1
  return { range, weight: Number.isFinite(weight) ? weight : 0 }
}

/** Returns whether the caller names `application/problem+json` and prefers no other type to it. */
export function prefersProblemDetails(accept: string | undefined): boolean {
  if (!accept || !/problem\+json/i.test(accept)) return false
  const ranges = parseAccept(accept)
  const weight = ranges.find(({ range }) => range === problemDetailsType)?.weight ?? 0
  return weight > 0 && ranges.every((each) => each.weight <= weight)
}

/** Returns the members of problem details; `extensions` are further members, such as those of the usual error body. */
export function buildProblemDetails(status: number, detail: string, extensions: object = {}): object {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Unknown', status, detail, ...extensions }
}
