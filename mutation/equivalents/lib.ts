import type { Equivalent } from '../equivalent.ts'

export const lib: readonly Equivalent[] = [
  {
    file: 'src/lib/text/merge-texts.ts',
    line: 'if (index === lines.base.length)',
    kind: 'condition',
    replacement: 'false',
    reason: 'no line has this index, a slice to an undefined end has the rest, and the merge ends with it',
  },
]
