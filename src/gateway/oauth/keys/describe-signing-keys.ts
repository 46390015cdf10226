/** Describes the signing keys of a provider without their private parts: for pages, commands and programs. */
import type { RetiredSigningKey } from './retired-signing-keys.ts'
import type { SigningKey } from './signing-key.ts'
import type { SigningKeyUses } from './signing-key-uses.ts'

/**
 * `next`: published, signs from `activeFrom` on. `signing`: signs new tokens. `verifying`: an older key, whose tokens
 * are accepted until `expiresAt`. `retired`: tokens of the key are rejected.
 */
export type SigningKeyState = 'next' | 'signing' | 'verifying' | 'retired'

export type SigningKeyDescription = ReturnType<typeof describeSigningKeys>[number]

/** Returns the retired keys, then the valid keys, each oldest first. Times are in milliseconds since the epoch. */
export function describeSigningKeys(
  keys: readonly SigningKey[],
  retired: readonly RetiredSigningKey[],
  uses: ReadonlyMap<string, SigningKeyUses>,
  now: number,
) {
  const signing = keys.findLast(({ activeFrom }) => activeFrom <= now) ?? keys[0]
  const stateOf = (key: SigningKey): SigningKeyState => {
    if (key === signing) return 'signing'
    return key.activeFrom > now ? 'next' : 'verifying'
  }
  const valid = new Set(keys.map(({ kid }) => kid))
  const shared = (kid: string) => ({
    ...({ kid, algorithm: 'ES256', use: 'sig' } as const),
    firstUsedAt: uses.get(kid)?.firstUsedAt,
    lastUsedAt: uses.get(kid)?.lastUsedAt,
  })

  return [
    ...retired
      .filter(({ kid }) => !valid.has(kid))
      .map(({ kid, ...times }) => ({ ...shared(kid), state: 'retired' as const, ...times })),
    ...keys.map((key) => {
      const { kid, source, createdAt, activeFrom, expiresAt } = key
      const times = { createdAt, activeFrom, expiresAt }
      return { ...shared(kid), state: stateOf(key), source, ...times, isRemoved: false }
    }),
  ]
}
