import type { Equivalent } from '../equivalent.ts'

export const mqweb: readonly Equivalent[] = [
  {
    file: 'src/mqweb/http/mount-routes.ts',
    line: 'ctx.respond = false // the error boundary writes the response',
    reason:
      'the error boundary has ended or destroyed the response before Koa would respond, and Koa then does nothing',
  },
  {
    file: 'src/mqweb/http/mount-routes.ts',
    line: 'return (ctx, next) => (isBelow(prefix, ctx.path) ? dispatch(ctx, next) : next())',
    kind: 'condition',
    replacement: 'true',
    reason: 'the router of the prefix matches no other path; the comparison saves trying each of its routes',
  },
  {
    file: 'src/mqweb/http/query-parameters.ts',
    line: "if (context.search === '') return none",
    kind: 'condition',
    replacement: 'false',
    reason: 'an empty query has no parameters; the comparison saves parsing it',
  },
  {
    file: 'src/mqweb/http/error-boundary.ts',
    line: 'if (writing) await writing',
    kind: 'condition',
    replacement: 'true',
    reason: 'awaiting undefined only costs a turn of the event loop',
  },
  {
    file: 'src/mqweb/http/error-boundary.ts',
    line: "const pieces = typeof answer.body === 'string' ? [answer.body] : answer.body",
    kind: 'condition',
    replacement: 'false',
    reason: 'a text is the sequence of its characters; the list of one text is only quicker',
  },
  {
    file: 'src/mqweb/http/compress-response.ts',
    line: 'params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },',
    kind: 'constant',
    reason: 'changes how small and how fast a response is, by a little, and not its content',
  },
  {
    file: 'src/mqweb/http/compress-response.ts',
    line: 'gzip: () => createGzip({ level: 4 }),',
    kind: 'constant',
    reason: 'changes how small and how fast a response is, by a little, and not its content',
  },
  {
    file: 'src/mqweb/http/route-listener.ts',
    line: "if (!path.includes('%')) return",
    kind: 'condition',
    replacement: 'false',
    reason: 'a path without % can always be decoded; the comparison saves decoding it',
  },
  {
    file: 'src/mqweb/security/session-store.ts',
    line: 'const defaultMaxSessions = 100_000',
    kind: 'constant',
    reason: 'a bound on memory whose number no document promises; a test has the behaviour at a lower bound',
  },
  {
    file: 'src/mqweb/security/session-store.ts',
    line: 'sessions.delete(id)',
    kind: 'statement',
    reason:
      'frees the memory of an expired session earlier; `isOpen` compares the time whenever a session is found',
  },
  {
    file: 'src/mqweb/security/credential-verifier.ts',
    line: 'const maxCached = 1_000',
    kind: 'constant',
    reason: 'one more cached check only saves a question to the registry',
  },
  {
    file: 'src/mqweb/security/credential-verifier.ts',
    line: 'client: { maxFailures: 0, windowMs: 60_000 },',
    kind: 'constant',
    reason: 'every account here has the kind `user`, so no window of clients is ever used',
  },
  {
    file: 'src/mqweb/security/credential-verifier.ts',
    line: 'address: { maxFailures: 0, windowMs: 60_000 },',
    kind: 'constant',
    replacement: '60001',
    reason: 'without a maximum number of failures an address is never locked, however long the window is',
  },
  {
    file: 'src/mqweb/security/credential-verifier.ts',
    line: 'let generation = 0',
    kind: 'constant',
    reason: 'generations are only compared with each other',
  },
  {
    file: 'src/mqweb/security/credential-verifier.ts',
    line: 'generation += 1',
    kind: 'constant',
    reason: 'generations are only compared with each other',
  },
  {
    file: 'src/mqweb/security/credential-verifier.ts',
    line: 'verified.clear()',
    kind: 'statement',
    reason:
      'frees memory; a cached user without an entry in `recent`, which is replaced in the next line, is never returned',
  },
  {
    file: 'src/mqweb/security/registries/basic.ts',
    line: 'const dummyPasswordHash: PasswordHash = { salt: randomBytes(8), digest: randomBytes(32) }',
    kind: 'constant',
    reason:
      'PBKDF2 derives blocks of 20 bytes: 33 bytes need two, as 32 do, and the salt is within one block of SHA-1. No password has a random digest',
  },
  {
    file: 'src/mqweb/identity/identity-cache.ts',
    line: 'const maxCachedUsers = 10_000',
    kind: 'constant',
    reason: 'one more cached user only saves a question to the registry',
  },
  {
    file: 'src/mqweb/security/registries/saf/saf.ts',
    line: 'const maxUsers = 10_000',
    kind: 'constant',
    reason: 'a bound on memory whose number no document promises',
  },
  {
    file: 'src/mqweb/security/registries/saf/saf.ts',
    line: 'authenticated.set(name, true)',
    kind: 'constant',
    reason: 'only the names are read, not their values',
  },
  {
    file: 'src/mqweb/security/registries/saf/sign-in-to-zosmf.ts',
    line: 'const maxReasonLength = 500',
    kind: 'constant',
    replacement: '501',
    reason: 'bounds a text of the log, whose length no document promises',
  },
  {
    file: 'src/mqweb/security/registries/saf/zos-client.ts',
    line: 'const maxConnections = 4',
    kind: 'constant',
    reason: 'one more connection changes how many requests are sent at the same time, and no result',
  },
  {
    file: 'src/mqweb/security/registries/local-os/find-groups.ts',
    line: 'const timeoutMs = 10_000',
    kind: 'constant',
    reason: 'a millisecond of the timeout of a command, which no document promises',
  },
  {
    file: 'src/mqweb/security/registries/local-os/check-with-pam.ts',
    line: 'pamEnd(handle, pamSuccess)',
    kind: 'statement',
    reason: 'frees what the end of the helper process frees, which follows at once',
  },
  {
    file: 'src/mqweb/security/registries/local-os/check-with-pam.ts',
    line: 'if (status !== pamSuccess || handle === null) {',
    kind: 'operator',
    replacement: '&&',
    reason: 'PAM sets the handle exactly when it starts; the comparison with null is for the type',
  },
  {
    file: 'src/mqweb/security/registries/local-os/pam-library.ts',
    line: 'export const pamFlags = 0x8000 | 0x1',
    kind: 'constant',
    replacement: '32769',
    reason: 'the other flag already sets the bit that the mutant adds',
  },
  {
    file: 'src/mqweb/security/registries/local-os/pam-library.ts',
    line: 'return crypt(password, cryptGenerateSetting(null, defaultCost, null, 0))',
    kind: 'constant',
    reason: 'crypt_gensalt ignores the number of random bytes when it gets none',
  },
]
