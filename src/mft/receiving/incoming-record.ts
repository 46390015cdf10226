/** The records of the journal of a transfer at its destination. */
import type { ItemOutcome } from '../types/frame.ts'
import type { VerifiedItem } from './incoming-item.ts'

export type IncomingRecord =
  | { kind: 'opened'; source: string; sourceQmgr: string; totalBytes: number }
  | { kind: 'staging'; folder: string }
  /** The staged files are complete and on disk, and are published next. */
  | { kind: 'verified'; items: readonly VerifiedItem[] }
  | { kind: 'outcomes'; outcomes: readonly ItemOutcome[] }
  /** The first bytes of an unfinished item are on disk. */
  | { kind: 'checkpoint'; item: number; offset: number }
