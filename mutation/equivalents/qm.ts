import type { Equivalent } from '../equivalent.ts'

export const qm: readonly Equivalent[] = [
  {
    file: 'src/qm/authority/authority-manager.ts',
    line: 'if (known) return known',
    kind: 'condition',
    replacement: 'false',
    reason: 'the cache only saves the time of finding the record again',
  },
  {
    file: 'src/qm/authority/address-patterns.ts',
    line: "return isIPv4(plain) && matchesParts(pattern, plain, '.', 10)",
    kind: 'constant',
    replacement: '11',
    reason: 'pattern and address have digits only, which have the same order in any greater base',
  },
  {
    file: 'src/qm/queues/depth-event-tracker.ts',
    line: 'if (depth > this.#high) this.#high = depth',
    kind: 'operator',
    replacement: '>=',
    reason: 'the same value is assigned again',
  },
  {
    file: 'src/qm/queues/waiting-getters.ts',
    line: 'if (this.#all.size === 0) return undefined',
    kind: 'condition',
    replacement: 'false',
    reason: 'it only saves the search when no get waits',
  },
]
