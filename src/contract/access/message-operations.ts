/** The operations of APIs that move messages of queues and topics, by their paths and scopes. */

type MovingOperation = { path: string; security: readonly { all: readonly { scopes: readonly string[] }[] }[] }

/** Returns what clients do with the messages of an operation: nothing, send or receive. */
export function listMessageActions({ path, security }: MovingOperation): ('send' | 'receive')[] {
  if (!/\/(?:message|batch|lease|stream)$/.test(path)) return []
  const scopes = security.flatMap(({ all }) => all.flatMap((each) => each.scopes))
  if (scopes.includes('mq.put')) return ['send']
  return scopes.includes('mq.get') || scopes.includes('mq.browse') ? ['receive'] : []
}
