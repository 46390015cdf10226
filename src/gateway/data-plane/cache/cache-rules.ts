/** The rules of HTTP for a shared cache: what may be kept, for whom, and when it may be used. RFC 9111, RFC 5861. */
import { filterHeaders, findHeader } from '../message/headers.ts'
import type { CacheDirectives } from './cache-control.ts'
import { findGenerationTime, readDirectives, readFreshness, readSeconds } from './cache-control.ts'
import type { KeptResponse } from './store/response-store.ts'

/** A response that has begun, with the times of its request and of its head. */
export interface ReceivedResponse {
  status: number
  headers: readonly string[]
  /** The headers of the request as the upstream got them, without those that the gateway authenticates itself with. */
  sent: readonly string[]
  requestedAt: number
  receivedAt: number
  order: number
}

/** The members of a kept response that are not its body. */
export type KeptHead = Omit<KeptResponse, 'body'>

const storable: ReadonlySet<number> = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])

/** Returns the headers that the response depends on; undefined when it can be for no other request, or sets cookies. */
export function findVariance({ headers, sent }: ReceivedResponse): KeptResponse['varies'] | undefined {
  const names = (findHeader(headers, 'vary')?.toLowerCase().split(',') ?? []).map((name) => name.trim())
  if (names.includes('*') || findHeader(headers, 'set-cookie') !== undefined) return undefined
  return names.filter((name) => name !== '').map((name) => [name, findHeader(sent, name)] as const)
}

/** Returns what is kept of a response by its headers; undefined when they forbid it, or when it could never be used. */
export function readKeptHead(response: ReceivedResponse): KeptHead | undefined {
  const { status, headers, sent, requestedAt, receivedAt, order } = response
  const directives = readDirectives(headers)
  const varies = findVariance(response)
  if (!varies || !storable.has(status) || directives.has('no-store') || directives.has('private')) return undefined
  const isRevalidated = directives.has('must-revalidate') || directives.has('proxy-revalidate')
  const isShared = isPublic(directives) || directives.has('s-maxage') || directives.has('must-revalidate')
  if (findHeader(sent, 'authorization') !== undefined && !isShared) return undefined // section 3.5
  const freshMs = readFreshness(headers, directives, receivedAt)
  const staleMs = (readSeconds(directives, 'stale-while-revalidate') ?? 0) * 1_000
  if (freshMs + staleMs === 0 && !hasValidator(headers)) return undefined
  return {
    status,
    headers: headers.slice(),
    generatedAt: findGenerationTime(headers, requestedAt, receivedAt),
    freshMs,
    staleMs,
    isCheckedAlways: directives.has('no-cache'),
    isNeverStale: isRevalidated || directives.has('s-maxage'),
    varies,
    order,
  }
}

/** Whether a response may be used for other users than the one who has asked. */
export function isPublic(directives: CacheDirectives): boolean {
  return directives.has('public')
}

/** How a kept response may be used: at once, at once while it is renewed, or after a question to the upstream. */
export type Use = 'fresh' | 'stale' | 'checked'

/** Decides the use of a kept response for a request with the directives: sections 4.2 and 5.2.1. */
export function decideUse(kept: KeptResponse, directives: CacheDirectives, now: number): Use {
  if (kept.isCheckedAlways || directives.has('no-cache')) return 'checked'
  const ageMs = now - kept.generatedAt
  const maxAge = readSeconds(directives, 'max-age')
  if (maxAge !== undefined && ageMs > maxAge * 1_000) return 'checked'
  const leftMs = kept.freshMs - ageMs
  if (leftMs > (readSeconds(directives, 'min-fresh') ?? -1) * 1_000 && leftMs > 0) return 'fresh'
  if (kept.isNeverStale || directives.has('min-fresh')) return 'checked'
  const maxStale = directives.get('max-stale') === '' ? Number.POSITIVE_INFINITY : readSeconds(directives, 'max-stale')
  if (maxStale !== undefined && -leftMs <= maxStale * 1_000) return 'fresh'
  return -leftMs < kept.staleMs ? 'stale' : 'checked'
}

const conditions = /^if-(?:none-match|modified-since)$/i

/** Returns the headers of a request that asks whether a kept response has changed: section 4.3.1. */
export function askForChange(headers: readonly string[], kept: KeptResponse): string[] {
  const list = filterHeaders(headers, (name) => !conditions.test(name))
  const etag = findHeader(kept.headers, 'etag')
  const modified = findHeader(kept.headers, 'last-modified')
  if (etag !== undefined) list.push('If-None-Match', etag)
  else if (modified !== undefined) list.push('If-Modified-Since', modified)
  return list
}

export function hasValidator(headers: readonly string[]): boolean {
  return findHeader(headers, 'etag') !== undefined || findHeader(headers, 'last-modified') !== undefined
}

const ofBody = /^content-(?:length|encoding|type|range)$/i

/** Returns the kept response with the headers of a 304 (section 3.2), and whether it may be kept so. */
export function renew(kept: KeptResponse, response: ReceivedResponse): { renewed: KeptResponse; isKept: boolean } {
  const changed = filterHeaders(response.headers, (name) => !ofBody.test(name))
  const isOld = (name: string) => /^age$/i.test(name) || findHeader(changed, name.toLowerCase()) !== undefined
  const headers = [...filterHeaders(kept.headers, (name) => !isOld(name)), ...changed]
  const head = readKeptHead({ ...response, status: kept.status, headers })
  return { renewed: { ...kept, ...(head ?? { headers }) }, isKept: head !== undefined }
}

/** Returns whether the caller has the kept response already: RFC 9110 section 13.2.2. */
export function isUnmodified(kept: Pick<KeptResponse, 'status' | 'headers'>, request: readonly string[]): boolean {
  if (kept.status !== 200) return false
  const tags = findHeader(request, 'if-none-match')
  if (tags?.trim() === '*') return true
  const etag = findHeader(kept.headers, 'etag')?.replace(/^W\//, '')
  if (tags !== undefined) return etag !== undefined && (tags.match(/"[^"]*"/g) ?? ['']).includes(etag)
  const since = Date.parse(findHeader(request, 'if-modified-since') ?? '')
  return Date.parse(findHeader(kept.headers, 'last-modified') ?? '') <= since
}
