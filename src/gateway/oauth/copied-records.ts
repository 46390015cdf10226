/** What a node copies of a provider's records, to check tokens while the store is away: see `shared/storage/copy/`. */
import type { SelectCopiedKind } from '../../shared/storage/index.ts'
import { removePrivatePart } from './keys/stored-keys.ts'

/** The kinds of `buildStorageKeys` that are read when a provider is opened. */
const copiedKind = /^oauth\/[^:]*:(key|public-key|revoked|secret)$/

/** Selects the keys, without their private parts, the revocations, and the secret that signs the cookies of sign-in pages. */
export const selectProviderRecords: SelectCopiedKind = (kind) => {
  const [, name] = copiedKind.exec(kind) ?? []
  if (name === undefined) return undefined
  return name === 'key' ? removePrivatePart : (value) => value
}
