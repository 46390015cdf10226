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
    line: 'return issuedAt <= (revokedUsers.get(userRevocationId(subject))?.before ?? 0)',
    kind: 'constant',
    replacement: '1',
    reason: 'no token was issued within the first second of 1970',
  },
  {
    file: 'src/oauth/tokens/der-signature.ts',
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
]
