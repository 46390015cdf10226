/**
 * Scopes that are limited to queues: `mq.put:QM1/ORDERS.*`.
 *
 * A provider that has the scope `mq.put` also issues `mq.put:QMGR/QUEUE`. In both names `*` stands for any characters,
 * also none. A slash in the name of a queue manager is written `%2F`, a percent sign in either name `%25`. Names are
 * case-sensitive, as in MQ.
 */

/** The scopes that can be limited to queues. */
export const queueActions = ['mq.put', 'mq.get', 'mq.browse', 'mq.admin'] as const

/** The names to which a scope is limited, with `*` as the wildcard. */
export interface QueueScope {
  /** The scope without its limit: `mq.put`. */
  action: string
  qmgr: string
  queue: string
}

const shape = /^([^:]{1,16}):([^/]{1,100})\/(.{1,100})$/
const nameShape = /^(?:[A-Za-z0-9._/*]|%2[Ff]|%25)+$/
const maxNameLength = 48

/** Returns the parts of a scope that is limited to queues; undefined for any other text. */
export function parseQueueScope(text: string): QueueScope | undefined {
  const [, action = '', qmgr = '', queue = ''] = shape.exec(text) ?? []
  if (!queueActions.some((each) => each === action)) return undefined
  if (!nameShape.test(qmgr) || !nameShape.test(queue)) return undefined
  const scope = { action, qmgr: decodeURIComponent(qmgr), queue: decodeURIComponent(queue) }
  const fits = [scope.qmgr, scope.queue].every((name) => name.replaceAll('*', '').length <= maxNameLength)
  return fits ? scope : undefined
}

/** The type of authorization details (RFC 9396) that stand for scopes of queues. */
export const queueDetailType = 'mq'

/**
 * Returns the scopes that authorization details of queues stand for: `mq.put:QM1/ORDERS.*` for
 * `{ "type": "mq", "actions": ["put"], "locations": ["QM1/ORDERS.*"] }`. Other details stand for none.
 */
export function listDetailScopes(details: unknown): string[] {
  if (!Array.isArray(details)) return []
  return details.flatMap((detail: { type?: unknown; actions?: unknown; locations?: unknown } | null) => {
    if (detail?.type !== queueDetailType || !Array.isArray(detail.actions) || !Array.isArray(detail.locations))
      return []
    const { actions, locations } = detail
    const scopes = actions.flatMap((action) => locations.map((location) => `mq.${action}:${location}`))
    return scopes.filter((scope) => parseQueueScope(scope) !== undefined)
  })
}

/** Returns whether a provider with these scopes has the scope, or the one that it limits. */
export function isDeclaredScope(scope: string, declared: { has(name: string): boolean }): boolean {
  if (declared.has(scope)) return true
  const limited = parseQueueScope(scope)
  return limited !== undefined && declared.has(limited.action)
}

/** Returns whether a scope allows everything that another one allows. */
export function coversScope(wide: string, narrow: string): boolean {
  if (wide === narrow) return true
  const inner = parseQueueScope(narrow)
  if (!inner) return false
  if (wide === inner.action) return true
  const outer = parseQueueScope(wide)
  return (
    outer !== undefined &&
    outer.action === inner.action &&
    matchesName(outer.qmgr, inner.qmgr) &&
    matchesName(outer.queue, inner.queue)
  )
}

/** Returns what a scope allows, in words: `Put messages on queues: ORDERS.* of queue manager QM1 only`. */
export function describeScope(scope: string, descriptions: ReadonlyMap<string, string>): string {
  const limited = descriptions.has(scope) ? undefined : parseQueueScope(scope)
  if (!limited) return descriptions.get(scope) ?? scope
  const { action, qmgr, queue } = limited
  const managers = qmgr === '*' ? 'every queue manager' : `queue manager ${qmgr}`
  return `${descriptions.get(action) ?? action}: ${queue === '*' ? 'all queues' : queue} of ${managers} only`
}

/**
 * Returns whether a pattern allows a name, or everything that another pattern allows: only a wildcard of the pattern
 * matches a wildcard of the name. The time is at most the product of the lengths, which are bounded.
 */
export function matchesName(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return pattern === name
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false
  let from = first.length
  const end = name.length - last.length
  for (const part of rest) {
    const at = name.indexOf(part, from)
    if (at < 0 || at + part.length > end) return false
    from = at + part.length
  }
  return true
}

/**
 * Returns a function that compares names with many patterns. Names without a wildcard and patterns that end with their
 * only one are found by look-ups, of which there is one for each length of a pattern.
 */
export function compileNames(patterns: readonly string[]): (name: string) => boolean {
  const exact = new Set(patterns.filter((each) => !each.includes('*')))
  const prefixes = new Set(
    patterns.flatMap((each) => (each.indexOf('*') === each.length - 1 ? [each.slice(0, -1)] : [])),
  )
  const lengths = [...new Set([...prefixes].map(({ length }) => length))]
  const others = patterns.flatMap((pattern) => {
    const first = pattern.indexOf('*')
    return first >= 0 && first < pattern.length - 1 ? [{ pattern, start: pattern.slice(0, first) }] : []
  })
  return (name) =>
    exact.has(name) ||
    lengths.some((length) => prefixes.has(name.slice(0, length))) ||
    others.some(({ pattern, start }) => name.startsWith(start) && matchesName(pattern, name))
}
