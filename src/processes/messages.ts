/** What the primary and its workers say to each other. */
import type { Config } from '../config/types.ts'

/** Something that one worker's provider found out and every other must know at once: a revocation, a lock-out, a new key. */
export interface Announcement {
  /** The path of the provider that it is for. */
  to: string
  message: unknown
}

export interface Assignment {
  config: Config
  host: string
  port: number
  /** Empty: the address on which the worker finds itself listening. */
  baseUrl: string
  dataFolder: string
  logLevel: string
}

/** What a worker is told to do. It does one after the other, and says when each is done. */
export type Order =
  | { do: 'serve'; assignment: Assignment }
  | { do: 'prepare'; config: Config }
  | { do: 'adopt' }
  | { do: 'discard' }

export type ToWorker =
  | { kind: 'order'; number: number; order: Order }
  | { kind: 'hear'; announcement: Announcement }
  | { kind: 'stop' }

export type FromWorker =
  /** `port`: where it serves, when that was the order. */
  | { kind: 'done'; number: number; port?: number }
  | { kind: 'failed'; number: number; reason: string }
  | { kind: 'announce'; announcement: Announcement }
