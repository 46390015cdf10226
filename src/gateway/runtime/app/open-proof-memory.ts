/** Chooses where a worker looks whether a DPoP proof was used before. */
import { join } from 'node:path'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { type ClaimProof, openUsedProofs, type UsedProof } from '../../../shared/security/index.ts'
import { type CounterStore, openGroupQueue } from '../../../shared/storage/index.ts'

/** Opens the memory of a machine in its data folder, for the one process that owns it. */
export function openMachineProofs(clock: Clock, dataFolder: string): ClaimProof {
  return openUsedProofs(clock, join(dataFolder, 'used-proofs'))
}

/** Returns the memory that all nodes share: one request to the counters for each proof. */
export function buildSharedProofs(counters: CounterStore): ClaimProof {
  return async ({ id, expiresAt }) => (await counters.count('limit', `proof ${id}`, 1, expiresAt)) <= 1
}

/** Returns the memory that another process owns. The proofs that arrive during a request share the next one. */
export function buildRemoteProofs(request: (proofs: readonly UsedProof[]) => Promise<boolean[]>): ClaimProof {
  const queue = openGroupQueue<UsedProof>({
    name: 'the used DPoP proofs',
    maxGroupSize: 1_000,
    commit: async (proofs) => (await request(proofs)).map((value) => ({ value })),
  })
  return async ({ id, expiresAt }) => (await queue.add({ id, expiresAt })) === true
}
