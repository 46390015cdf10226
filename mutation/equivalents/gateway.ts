import type { Equivalent } from '../equivalent.ts'

export const gateway: readonly Equivalent[] = [
  {
    file: 'src/gateway/routing/match-route.ts',
    line: 'if (found.parameters.length === 0) routes.resourcesByPath.set(copyPath(call.target.path), found.value)',
    kind: 'condition',
    replacement: 'false',
    reason: 'the cache only saves the time of finding the resource again',
  },
  {
    file: 'src/gateway/routing/path-tree.ts',
    line: 'if (wholeParameter.test(segment)) {',
    kind: 'condition',
    replacement: 'false',
    reason: 'a whole parameter is also a pattern, and the last one that is tried; the branch saves the match',
  },
  {
    file: 'src/gateway/security/api-key.ts',
    line: "call.target.receivedSearch === '' ? [] : new URLSearchParams(call.target.receivedSearch).getAll(name)",
    kind: 'condition',
    replacement: 'false',
    reason: 'an empty query has no parameters; the comparison only saves parsing it',
  },
  {
    file: 'src/gateway/security/bearer-token.ts',
    line: "if (text.startsWith(usualPrefix) && !text.includes(' ', usualPrefix.length))",
    kind: 'condition',
    replacement: 'false',
    reason: 'the regular expression reads the same token; the comparison only saves time',
  },
  {
    file: 'src/gateway/security/bearer-token.ts',
    line: "if (text.startsWith(usualPrefix) && !text.includes(' ', usualPrefix.length))",
    kind: 'method',
    replacement: 'endsWith',
    reason: 'the regular expression reads the same token; the comparison only saves time',
  },
]
