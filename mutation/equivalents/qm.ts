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
  {
    file: 'src/qm/authority/address-patterns.ts',
    line: "return isIPv4(plain) && matchesParts(pattern, plain, '.', 10)",
    kind: 'constant',
    reason: 'decimal digits read in base 11 keep their order',
  },
  {
    file: 'src/qm/authority/channel-authentication.ts',
    line: '}, 0)',
    kind: 'constant',
    reason: 'only differences of these sums count',
  },
  {
    file: 'src/qm/authority/distinguished-name.ts',
    line: "return parseParts(pattern).reduce((sum, [, value]) => sum + 1000 + value.replaceAll('*', '').length, 0)",
    kind: 'constant',
    reason:
      'only differences of these sums count, and the weight of an attribute exceeds the length of a value',
  },
  {
    file: 'src/qm/authority/profiles.ts',
    line: 'for (let place = 0; place < Math.max(left.length, right.length); place++) {',
    kind: 'operator',
    replacement: '<=',
    reason: 'behind the longer profile both ranks are 0',
  },
  {
    file: 'src/qm/authority/profiles.ts',
    line: 'let star = -1',
    kind: 'constant',
    reason: 'every negative place says that there is no star',
  },
  {
    file: 'src/qm/authority/profiles.ts',
    line: 'let resume = 0',
    kind: 'constant',
    reason: 'the place is set with the first star, and read only after it',
  },
  {
    file: 'src/qm/authority/authority-manager.ts',
    line: 'const maxCachedChecks = 10_000',
    reason:
      'the cache holds what the records say, so emptying it early or late changes only speed and memory',
  },
  {
    file: 'src/qm/authority/authority-manager.ts',
    line: '#count = 0',
    reason: 'the constructor empties the cache, which sets the count',
  },
  {
    file: 'src/qm/authority/authority-manager.ts',
    line: 'if (this.#count >= maxCachedChecks) this.#forget()',
    reason:
      'the cache holds what the records say, so emptying it early or late changes only speed and memory',
  },
  {
    file: 'src/qm/authority/authority-manager.ts',
    line: 'getOrAddMap(getOrAddMap(types, entity.type), entity.name).set(object, found)',
    reason:
      'the cache holds what the records say, so emptying it early or late changes only speed and memory',
  },
  {
    file: 'src/qm/authority/authority-manager.ts',
    line: 'this.#count = 0',
    reason:
      'the cache holds what the records say, so emptying it early or late changes only speed and memory',
  },
  {
    file: 'src/qm/authority/authority-manager.ts',
    line: 'if (!found) {',
    kind: 'condition',
    replacement: 'true',
    reason:
      'the cache holds what the records say, so emptying it early or late changes only speed and memory',
  },
  {
    file: 'src/qm/authority/authority-manager.ts',
    line: 'maps.set(key, found)',
    reason:
      'the cache holds what the records say, so emptying it early or late changes only speed and memory',
  },
  {
    file: 'src/qm/queues/message-expiry.ts',
    line: 'if ((items[parent] as ExpiringMessage).at <= item.at) break',
    kind: 'operator',
    replacement: '<',
    reason: 'messages that expire in the same millisecond are discarded in any order',
  },
  {
    file: 'src/qm/queues/message-expiry.ts',
    line: 'if ((items[child] as ExpiringMessage).at >= last.at) break',
    kind: 'operator',
    replacement: '>',
    reason: 'messages that expire in the same millisecond are discarded in any order',
  },
]
