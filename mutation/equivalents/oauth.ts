import type { Equivalent } from '../equivalent.ts'

export const oauth: readonly Equivalent[] = [
  {
    file: 'src/oauth/keys/stored-keys.ts',
    line: 'const next = formatKeySequence(Number(stored.at(-1)?.key ?? 0) + 1)',
    kind: 'constant',
    replacement: '2',
    reason: 'all processes create the same number, and later keys continue from the newest one',
  },
  {
    file: 'src/oauth/state/revocations.ts',
    line: 'return issuedAt <= (revokedUsers.get(userRevocationId(owner))?.before ?? 0)',
    kind: 'constant',
    replacement: '1',
    reason: 'no token was issued within the first second of 1970',
  },
  {
    file: 'src/oauth/keys/der-signature.ts',
    line: 'const maxDerBytes = 2 + 2 * (2 + 1 + integerBytes)',
    kind: 'constant',
    replacement: '3',
    reason: 'the buffer is cut to the bytes that were written, so a larger one changes nothing',
  },
  {
    file: 'src/oauth/request/request-state.ts',
    line: "const [uri = ''] = (request.url ?? '').split('?', 1)",
    kind: 'constant',
    replacement: '2',
    reason: 'only the first part is used, whatever the number of parts',
  },
  {
    file: 'src/oauth/tokens/access-tokens.ts',
    line: "jti: randomBytes(16).toString('base64url'),",
    kind: 'constant',
    reason: 'one more random byte makes no other id',
  },
  {
    file: 'src/oauth/tokens/verify-access-token.ts',
    line: 'const maxCachedTokens = 20_000 // tokens',
    reason: 'the limit of a cache: a token that is not in it is verified again',
  },
  {
    file: 'src/oauth/tokens/verify-access-token.ts',
    line: 'const maxCachedScopeSets = 1_000 // sets of scopes',
    reason: 'the limit of a cache: a set that is not in it is created again',
  },
  {
    file: 'src/oauth/tokens/verify-access-token.ts',
    line: 'maxSize: 4 * 1024 * 1024,',
    kind: 'constant',
    reason: 'the limit of a cache: a token that is not in it is verified again',
  },
  {
    file: 'src/oauth/tokens/verify-access-token.ts',
    line: "const [header = '', payload, signature, more] = text.split('.', 4)",
    kind: 'constant',
    reason: 'a fifth segment is not used: the fourth one is enough to reject the token',
  },
  {
    file: 'src/oauth/tokens/verify-access-token.ts',
    line: 'return text.slice(-43)',
    kind: 'constant',
    reason: 'the key only finds the entry in the cache, whose whole text is compared',
  },
  {
    file: 'src/oauth/grants/client-credentials.ts',
    line: 'refreshes: 0,',
    reason: 'a client gets no refresh token for itself, so that its refreshes are never counted',
  },
  {
    file: 'src/oauth/grants/single-use.ts',
    line: 'let isFirst = false',
    reason: 'the function that issues the tokens always assigns the variable before it is read',
  },
  {
    file: 'src/oauth/state/revocations.ts',
    line: 'if (revokedUntil.size > 0 && (revokedUntil.has(id) || revokedUntil.has(chain))) return true',
    kind: 'operator',
    replacement: '>=',
    reason: 'an empty map has no id; the comparison only saves the search',
  },
  {
    file: 'src/oauth/state/revocations.ts',
    line: 'sweepAt = Math.max(1000, (revokedUntil.size + revokedUsers.size) * 2)',
    reason:
      'it decides when the next search for ended revocations runs: time and memory only, because a token expires before its revocation ends',
  },
  {
    file: 'src/oauth/state/consent.ts',
    line: "return buildSortableId(now, randomBytes(16).toString('base64url'))",
    kind: 'constant',
    reason: 'one more random byte makes no other id',
  },
  {
    file: 'src/oauth/state/refresh-tokens.ts',
    line: "const token = buildSortableId(clock(), randomBytes(32).toString('base64url'))",
    kind: 'constant',
    reason: 'one more random byte makes no other token: its order is in the first characters',
  },
  {
    file: 'src/oauth/state/shared-secret.ts',
    line: "await store.create(kind, name, randomBytes(32).toString('base64url'))",
    kind: 'constant',
    reason: 'one more random byte makes no other secret',
  },
  {
    file: 'src/oauth/state/change-poller.ts',
    line: 'let isDue = false',
    kind: 'constant',
    reason: 'the first poll assigns the variable before it is read',
  },
  {
    file: 'src/oauth/state/revocations.ts',
    line: 'if (revokedUntil.size + revokedUsers.size < sweepAt) return',
    kind: 'condition',
    replacement: 'false',
    reason: 'ended revocations are searched for more often; their tokens have expired before',
  },
]
