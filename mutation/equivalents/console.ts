import type { Equivalent } from '../equivalent.ts'

export const console: readonly Equivalent[] = [
  {
    file: 'src/console/console-handler.ts',
    line: 'assets && previousFolder !== undefined',
    kind: 'condition',
    replacement: 'true',
    reason: 'the condition is for the types: without files or folder nothing is stored and nothing is found',
  },
  {
    file: 'src/console/console-handler.ts',
    line: 'assets && previousFolder !== undefined',
    kind: 'operator',
    replacement: '||',
    reason: 'the condition is for the types: without files or folder nothing is stored and nothing is found',
  },
]
