import type { Equivalent } from '../equivalent.ts'

export const consumers: readonly Equivalent[] = [
  {
    file: 'src/consumers/secret-uses.ts',
    line: 'const maxCachedSecrets = 10_000 // maximum number of secrets in the cache',
    kind: 'constant',
    reason: 'the limit of a cache: the use of a secret that is not in it is written again',
  },
]
