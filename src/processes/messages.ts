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

export type ToWorker =
  | { kind: 'serve'; assignment: Assignment }
  | { kind: 'prepare'; config: Config }
  | { kind: 'adopt' }
  | { kind: 'discard' }
  | { kind: 'hear'; announcement: Announcement }
  | { kind: 'stop' }

export type FromWorker =
  | { kind: 'ready'; port: number }
  | { kind: 'prepared' }
  | { kind: 'adopted' }
  | { kind: 'failed'; reason: string }
  | { kind: 'announce'; announcement: Announcement }
