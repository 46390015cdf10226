import type { Equivalent } from '../equivalent.ts'

export const storage: readonly Equivalent[] = [
  {
    file: 'src/storage/sqlite/writer-thread.ts',
    line: 'database.close()',
    kind: 'statement',
    replacement: '{}',
    reason: 'Node closes open databases when a thread ends',
  },
  {
    file: 'src/storage/sqlite/maintenance.ts',
    line: 'let written = 0',
    kind: 'constant',
    replacement: '1',
    reason: 'the first checkpoint comes one operation earlier',
  },
  {
    file: 'src/storage/monitor-writes.ts',
    line: 'const probeLifeMs = 600_000',
    kind: 'constant',
    replacement: '600001',
    reason: 'a probe that is kept a millisecond longer is never read',
  },
  {
    file: 'src/storage/sqlite/database.ts',
    line: 'await wait(10)',
    kind: 'constant',
    replacement: '11',
    reason: 'the next attempt comes a millisecond later',
  },
]
