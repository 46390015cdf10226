import type { Equivalent } from '../equivalent.ts'

export const http: readonly Equivalent[] = [
  {
    file: 'src/http/fast-path/fast-path-server.ts',
    line: 'else if (quietMs >= keepAliveTimeoutMs) connection.socket.destroy()',
    kind: 'operator',
    replacement: '>',
    reason: 'an idle connection is closed at the next check, which no client can tell from a late timer',
  },
  {
    file: 'src/http/client/undici/create-undici-pool.ts',
    line: 'const idleLimits = { keepAliveTimeout: 4_000, keepAliveMaxTimeout: 600_000, keepAliveTimeoutThreshold: 2_000 }',
    kind: 'constant',
    replacement: '2001',
    reason:
      'an idle connection is closed a millisecond earlier, which no upstream can tell from an early timer',
  },
  {
    file: 'src/http/fast-path/fast-path-connection.ts',
    line: 'else this.socket.setTimeout(0)',
    kind: 'statement',
    replacement: '{}',
    reason: 'a timeout without waiting bytes does nothing, and the next bytes start it again',
  },
  {
    file: 'src/http/fast-path/fast-path-connection.ts',
    line: 'else this.socket.setTimeout(0)',
    kind: 'constant',
    replacement: '1',
    reason: 'a timeout without waiting bytes does nothing and starts again',
  },
  {
    file: 'src/http/inbound/connection-limits.ts',
    line: 'const maxEvictedAtOnce = 32',
    kind: 'constant',
    replacement: '33',
    reason: 'one more idle connection of the group is closed now instead of at the next search',
  },
]
