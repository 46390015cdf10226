import type { Equivalent } from '../equivalent.ts'

export const mqweb: readonly Equivalent[] = [
  {
    file: 'src/mqweb/http/mount-routes.ts',
    line: 'ctx.respond = false // the error boundary writes the response',
    kind: 'statement',
    replacement: '{}',
    reason:
      'the error boundary has ended or destroyed the response before Koa would respond, and Koa then does nothing',
  },
  {
    file: 'src/mqweb/security/registries/ldap.ts',
    line: 'const maxCachedUsers = 1_000',
    kind: 'constant',
    replacement: '1001',
    reason: 'one more cached user only saves a question to the directory',
  },
  {
    file: 'src/mqweb/security/registries/ldap.ts',
    line: 'found.set(name, { identity })',
    kind: 'statement',
    replacement: '{}',
    reason: 'the cache only saves a question to the directory',
  },
]
