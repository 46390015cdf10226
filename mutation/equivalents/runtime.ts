import type { Equivalent } from '../equivalent.ts'

export const runtime: readonly Equivalent[] = [
  {
    file: 'src/runtime/portal/documents/related-documents.ts',
    line: 'if (!names.some((name) => other.includes(name))) continue',
    kind: 'condition',
    replacement: 'false',
    reason: 'the condition only saves reading documents that cannot refer to this one',
  },
]
