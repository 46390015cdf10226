/** A mutant that no test can kill because the program behaves the same, with the reason. */
export interface Equivalent {
  file: string
  /** The whole line of the source without leading and trailing white space. */
  line: string
  kind: string
  replacement: string
  reason: string
}

export const equivalents: readonly Equivalent[] = [
  {
    file: 'src/mqweb/http/mount-routes.ts',
    line: 'ctx.respond = false // the error boundary writes the response',
    kind: 'statement',
    replacement: '{}',
    reason:
      'the error boundary has ended or destroyed the response before Koa would respond, and Koa then does nothing',
  },
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
    file: 'src/mqweb/security/registries/ldap.ts',
    line: 'const maxCachedUsers = 1_000',
    kind: 'constant',
    replacement: '1001',
    reason: 'one more cached user only saves a question to the directory',
  },
  {
    file: 'src/gateway/routing/match-route.ts',
    line: 'if (found.parameters.length === 0) routes.resourcesByPath.set(copyPath(call.target.path), found.value)',
    kind: 'condition',
    replacement: 'false',
    reason: 'the cache only saves the time of finding the resource again',
  },
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
    file: 'src/http/fast-path/fast-path-connection.ts',
    line: 'else this.socket.setTimeout(0)',
    kind: 'statement',
    replacement: '{}',
    reason: 'a timeout without waiting bytes does nothing, and the next bytes start it again',
  },
  {
    file: 'src/lib/text/merge-texts.ts',
    line: 'if (index === lines.base.length)',
    kind: 'condition',
    replacement: 'false',
    reason: 'no line has this index, a slice to an undefined end has the rest, and the merge ends with it',
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
  {
    file: 'src/storage/sqlite/database.ts',
    line: 'await wait(10)',
    kind: 'constant',
    replacement: '11',
    reason: 'the next attempt comes a millisecond later',
  },
  {
    file: 'src/gateway/routing/path-tree.ts',
    line: 'if (wholeParameter.test(segment)) {',
    kind: 'condition',
    replacement: 'false',
    reason: 'a whole parameter is also a pattern, and the last one that is tried; the branch saves the match',
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
  {
    file: 'src/portal/catalogue/visible-products.ts',
    line: "user.name === ''",
    kind: 'condition',
    replacement: 'false',
    reason: 'no application has an owner without a name, so the condition only saves the search',
  },
  {
    file: 'src/runtime/portal/documents/related-documents.ts',
    line: 'if (!names.some((name) => other.includes(name))) continue',
    kind: 'condition',
    replacement: 'false',
    reason: 'the condition only saves reading documents that cannot refer to this one',
  },
  {
    file: 'src/mqweb/security/registries/ldap.ts',
    line: 'found.set(name, { identity })',
    kind: 'statement',
    replacement: '{}',
    reason: 'the cache only saves a question to the directory',
  },
]
