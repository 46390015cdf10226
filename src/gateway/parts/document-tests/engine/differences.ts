/** Compares what a call did with what a test expects. */
import { matchesWildcard } from '../../../../shared/lib/text/wildcard.ts'
import type { InternalResponse } from '../../../lib/http/internal-exchange.ts'
import type { CallRecord } from '../../../telemetry/calls/index.ts'
import type { SentRequest } from './answered-upstreams.ts'
import { readBody } from './body-text.ts'
import type { Expectation } from './test-file.ts'

export interface CallResult {
  response: InternalResponse
  record: CallRecord
  /** The last request to an upstream; undefined when there was none. */
  sent: SentRequest | undefined
}

/** Returns a line for each difference; an empty list when the test passes. */
export function findDifferences(expected: Expectation, { response, record, sent }: CallResult): string[] {
  const sentHeaders = new Map<string, string>()
  for (let at = 0; at < (sent?.headers.length ?? 0); at += 2)
    sentHeaders.set(String(sent?.headers[at]).toLowerCase(), String(sent?.headers[at + 1]))
  const why = record.reason === undefined ? '' : ` (${[record.reason, record.detail].filter(Boolean).join(': ')})`
  return [
    ...compare('status', expected.status, response.status).map((line) => `${line}${why}`),
    ...compare('reason', expected.reason, record.reason ?? 'served'),
    ...compare('upstream', expected.upstream, sent ? `${sent.method} ${sent.url}` : 'none'),
    ...compareHeaders('upstream_headers', expected.upstream_headers, sentHeaders),
    ...compare('upstream_body', expected.upstream_body, sent && readAs(expected.upstream_body, sent.body)),
    ...compareHeaders('headers', expected.headers, response.headers),
    ...compare('body', expected.body, readAs(expected.body, response.body)),
  ]
}

function readAs(expected: unknown, bytes: Buffer): unknown {
  return typeof expected === 'string' ? bytes.toString() : readBody(bytes)
}

function compareHeaders(
  name: string,
  expected: Readonly<Record<string, unknown>> | undefined,
  actual: ReadonlyMap<string, string>,
): string[] {
  return Object.entries(expected ?? {}).flatMap(([header, value]) => {
    const found = actual.get(header.toLowerCase())
    if (value === null) return found === undefined ? [] : [`${name}.${header}: expected none, found ${show(found)}`]
    return compare(`${name}.${header}`, String(value), found)
  })
}

/** Members of maps that the test does not name are not compared; `*` in a text stands for any characters. */
function compare(name: string, expected: unknown, actual: unknown): string[] {
  if (expected === undefined) return []
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [differ(name, expected, actual)]
    return expected.flatMap((each, index) => compare(`${name}[${index}]`, each, actual[index]))
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof actual !== 'object' || actual === null) return [differ(name, expected, actual)]
    return Object.entries(expected).flatMap(([key, each]) =>
      compare(`${name}.${key}`, each, (actual as Record<string, unknown>)[key]),
    )
  }
  const isEqual =
    typeof expected === 'string' && typeof actual === 'string'
      ? matchesWildcard(expected, actual, { any: '*' })
      : expected === actual
  return isEqual ? [] : [differ(name, expected, actual)]
}

function differ(name: string, expected: unknown, actual: unknown): string {
  return `${name}: expected ${show(expected)}, found ${actual === undefined ? 'none' : show(actual)}`
}

const maxShown = 300

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}
