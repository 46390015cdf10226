/** The operations of APIs that move messages of queues and topics, by their paths and scopes. */

/** What a call does to a message that it moves. */
export type MessageAction = 'put' | 'taken' | 'acknowledged' | 'put back'

type MovingOperation = { path: string; security: readonly { all: readonly { scopes: readonly string[] }[] }[] }

/** Returns what clients do with the messages of an operation: nothing, send or receive. */
export function listMessageActions({ path, security }: MovingOperation): ('send' | 'receive')[] {
  if (!/\/(?:message|batch|lease|stream)$/.test(path)) return []
  const scopes = security.flatMap(({ all }) => all.flatMap((each) => each.scopes))
  if (scopes.includes('mq.put')) return ['send']
  return scopes.includes('mq.get') || scopes.includes('mq.browse') ? ['receive'] : []
}

const takingPaths: readonly [pattern: RegExp, action: MessageAction][] = [
  [/^DELETE .*\/message$/, 'taken'],
  [/^POST .*\/ack$/, 'acknowledged'],
  [/^POST .*\/nack$/, 'put back'],
]

/** Returns what a call of the operation does to a message; undefined for operations that only read or lease. */
export function findMessageAction(operation: MovingOperation & { method: string }): MessageAction | undefined {
  const { method, path, security } = operation
  if (method === 'POST' && listMessageActions(operation).includes('send')) return 'put'
  if (!security.some(({ all }) => all.some(({ scopes }) => scopes.includes('mq.get')))) return undefined
  return takingPaths.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1]
}
