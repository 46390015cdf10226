/**
 * Remembers which DPoP proofs were used on this machine, so that each opens an API once: RFC 9449 section 11.1.
 *
 * A proof is in memory until it expires, and before it is accepted the operating system has it in a file: the end of a
 * process loses no proof, a power failure those of the last second. `docs/decisions/used-proofs.md` has the reasons.
 */
import type { Clock } from '../../lib/time/clock.ts'
import { minuteMs } from '../../lib/time/durations.ts'
import { openGroupQueue, StateStoreError } from '../../storage/index.ts'
import { bytesPerProof, openProofFiles } from './proof-files.ts'
import { ProofTable } from './proof-table.ts'

/** A proof that fits its request: its id, and when it is no longer accepted, which the proof alone decides. */
export interface UsedProof {
  id: string
  expiresAt: number
}

/** Returns whether a proof is used for the first time. Rejects when that cannot be found out or recorded. */
export type ClaimProof = (proof: UsedProof) => Promise<boolean>

/** Less than 450 MiB: clients with tokens can make proofs that are valid for ten minutes. */
const maxProofs = 20_000_000
/** Tables per minute: one that grows stops the process for a short time only. */
const tablesPerMinute = 16

/** Opens the memory of a process. With a folder, which no other process may use, it survives the process. */
export function openUsedProofs(clock: Clock, folder?: string): ClaimProof {
  const minutes = new Map<number, readonly ProofTable[]>()
  let size = 0
  const files = folder === undefined ? undefined : openProofFiles(folder, isOver)
  const queue = files && openGroupQueue({ name: `used proofs in ${folder}`, maxGroupSize: 1_000, commit: files.append })
  let loading: Promise<void> | undefined

  return async function claimProof({ id, expiresAt }) {
    loading ??= files?.load(add).catch(reportLater)
    if (loading) await loading
    const proof = { minute: Math.ceil(expiresAt / minuteMs), hash: Buffer.from(id, 'base64url') }
    if (!add(proof.minute, proof.hash)) return false
    await queue?.add(proof)
    return true
  }

  /** A minute is over a minute late, because proofs can wait between their verification and their use. */
  function isOver(minute: number): boolean {
    return (minute + 1) * minuteMs < clock()
  }

  function add(minute: number, hash: Buffer): boolean {
    const tables = minutes.get(minute) ?? beginMinute(minute)
    if (size >= maxProofs) throw new StateStoreError('busy', `${maxProofs} used DPoP proofs are valid`)
    const high = hash.readUInt32LE(0)
    const isNew = (tables[high % tablesPerMinute] as ProofTable).add(high, hash.readUInt32LE(bytesPerProof / 2))
    if (isNew) size += 1
    return isNew
  }

  function beginMinute(minute: number): readonly ProofTable[] {
    for (const [old, tables] of minutes) {
      if (!isOver(old)) continue
      for (const table of tables) size -= table.size
      minutes.delete(old)
    }
    const tables = Array.from({ length: tablesPerMinute }, () => new ProofTable())
    minutes.set(minute, tables)
    return tables
  }

  function reportLater(error: unknown): never {
    loading = undefined // the next proof tries again
    throw error
  }
}
