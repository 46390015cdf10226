/** What the primary and its workers say to each other. */
import type { ServerTls } from '../http/server-tls.ts'
import type { Explanation } from '../lib/explanation.ts'
import type { Door } from './listening/doors.ts'
import type { Packed } from './packed.ts'
import type { Answered, Asking } from './requests.ts'
import type { Inspection } from './tokens/inspect.ts'
import type { TracingSettings } from './tracing/settings.ts'

/** Something that one worker's provider found out and every other must know at once: a revocation, a lock-out, a new key. */
export interface Announcement {
  /** The path of the provider that it is for. */
  to: string
  message: unknown
}

export interface Assignment {
  config: Packed
  doors: readonly Door[]
  /** Whether every worker listens for itself; otherwise they share what the primary listens on. */
  shared: boolean
  /** The certificate of HTTPS; undefined when it is not spoken. */
  tls: ServerTls | undefined
  trustedProxies: readonly string[]
  /** The origin under which callers reach the gateway. */
  baseUrl: string
  dataFolder: string
  logLevel: string
  tracing: TracingSettings | undefined
}

/** What a worker may be told to do, and what it then answers. It does one after the other. */
export interface Orders {
  serve: { given: { assignment: Assignment }; answer: undefined }
  prepare: { given: { config: Packed }; answer: undefined }
  adopt: { given: object; answer: undefined }
  discard: { given: object; answer: undefined }
  renew: { given: { tls: ServerTls }; answer: undefined }
  inspect: { given: { token: string }; answer: Inspection }
  explain: { given: { requestId: string }; answer: Explanation | undefined }
}

export type OrderName = keyof Orders
export type Order = { [Name in OrderName]: { do: Name } & Orders[Name]['given'] }[OrderName]

export type ToWorker =
  | Answered
  | { kind: 'order'; number: number; order: Order }
  | { kind: 'hear'; announcement: Announcement }
  | { kind: 'stop' }

export type FromWorker =
  | Asking
  | { kind: 'done'; number: number; answer: unknown }
  | { kind: 'failed'; number: number; reason: string }
  | { kind: 'announce'; announcement: Announcement }
