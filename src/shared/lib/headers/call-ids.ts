/**
 * The ids of a call: its request id, which is unique over processes and restarts, and those of its trace, from and for the
 * traceparent header (W3C Trace Context, level 1, section 3.2).
 */
import { randomBytes } from 'node:crypto'

// hexadecimal, so that an id never starts with a dash or another character that a shell interprets
const process = randomBytes(6).toString('hex')
let count = 0

/** Returns a new id, such as `5f0c9a41d27e-2s`. */
export function createRequestId(): string {
  count += 1
  return `${process}-${count.toString(36)}`
}

/** The ids of a trace as the log writes them. */
export interface TraceIds {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
}

export interface TraceContext extends TraceIds {
  sampled: boolean
}

const shape = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** Parses a traceparent header; undefined when missing, malformed, or of a version that must be ignored. */
export function parseTraceparent(field: string | undefined): TraceContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = shape.exec(field ?? '') ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Returns the ids of the trace that a `traceparent` header names, for a log line; undefined when it names none. */
export function findTraceIds(header: unknown): TraceIds | undefined {
  if (typeof header !== 'string' || header === '') return undefined
  const context = parseTraceparent(header)
  return context && { traceId: context.traceId, spanId: context.spanId }
}

export function renderTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`
}
