/**
 * The body of an error response: three members as JSON, as XML or as an HTML page, or problem details (RFC 9457), whichever
 * the caller accepts.
 *
 * Content negotiation: RFC 9110 section 12.5.1. JSON is the default.
 */
import { STATUS_CODES } from 'node:http'
import {
  buildProblemDetails,
  parseAccept,
  prefersProblemDetails,
  problemDetailsType,
} from '../../../shared/http/message/problem-details.ts'
import { escapeMarkup } from '../../../shared/lib/text/escape-markup.ts'

export type ErrorFormat = 'json' | 'html' | 'xml' | 'problem'

/** The media ranges of each format, in the order that decides between formats the caller prefers equally. */
const ranges: readonly [ErrorFormat, ReadonlySet<string>][] = [
  ['json', new Set(['application/json', 'text/json', 'application/*', '*/*'])],
  ['html', new Set(['text/html', 'application/xhtml+xml', 'text/*'])],
  ['xml', new Set(['application/xml', 'text/xml', 'application/soap+xml'])],
]

export const errorContentTypes: Readonly<Record<ErrorFormat, string>> = {
  json: 'application/json',
  html: 'text/html; charset=utf-8',
  xml: 'application/xml',
  problem: problemDetailsType,
}

const cache = new Map<string, ErrorFormat>()

/** Returns the format for an Accept header; JSON without a preference, or when none of the formats is accepted. */
export function negotiateErrorFormat(accept: string | undefined): ErrorFormat {
  if (accept === undefined || accept === '*/*') return 'json'
  const known = cache.get(accept)
  if (known) return known

  const format = negotiate(accept)
  if (cache.size < 200 && accept.length < 500) cache.set(accept, format) // callers choose the texts, so the cache is bounded
  return format
}

function negotiate(accept: string): ErrorFormat {
  if (prefersProblemDetails(accept)) return 'problem'
  let best: ErrorFormat = 'json'
  let bestWeight = 0
  const accepted = parseAccept(accept)
  for (const [format, supported] of ranges) {
    const weight = Math.max(0, ...accepted.filter(({ range }) => supported.has(range)).map(({ weight }) => weight))
    if (weight > bestWeight) {
      best = format
      bestWeight = weight
    }
  }
  return best
}

/** Returns the bytes of an error body. Texts are escaped for the format. */
export function renderErrorBody(format: ErrorFormat, status: number, text: string, phrase?: string): Buffer {
  if (format === 'problem') return Buffer.from(JSON.stringify(buildProblemDetails(status, text)))
  const code = String(status)
  const plain = phrase ?? STATUS_CODES[status] ?? 'Unknown'
  if (format === 'json')
    return Buffer.from(JSON.stringify({ httpCode: code, httpMessage: plain, moreInformation: text }))

  const [escaped, message] = [escapeMarkup(text), escapeMarkup(plain)]
  if (format === 'xml')
    return Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?><errorResponse><httpCode>${code}</httpCode><httpMessage>${message}</httpMessage><moreInformation>${escaped}</moreInformation></errorResponse>`,
    )

  const title = `${code} ${message}`
  return Buffer.from(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1><p>${escaped}</p></body></html>`,
  )
}
