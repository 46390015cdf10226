/** The ids of the clients of a queue manager: a client that connects again replaces its earlier connection. */
import type { ChannelHost } from '../../manager/index.ts'
import { AmqpError } from './protocol/errors.ts'

type IdentifiedClient = { readonly clientId: string; readonly userId: string; endForSuccessor(): Promise<void> }

/** The maximum length of a container id. */
const maxClientIdLength = 256

/** The connected clients of each queue manager, by their ids. */
const clientsOfHosts = new WeakMap<ChannelHost['queueManager'], Map<string, IdentifiedClient>>()

/** Throws an `AmqpError` for a container id that is empty or too long. AMQP 1.0 part 2, section 2.7.1. */
export function checkClientId(clientId: string): void {
  if (clientId.length > 0 && clientId.length <= maxClientIdLength) return
  const text = `the container-id of the open frame has ${clientId.length} characters; send 1 to ${maxClientIdLength}`
  throw new AmqpError('amqp:invalid-field', text)
}

/**
 * Makes a client the one with its id, and ends the connection that had the id, on any channel. Resolves when the
 * subscriptions of that connection are not in use. Throws an `AmqpError` when another user has the id.
 */
export function replaceClient({ queueManager, log }: ChannelHost, client: IdentifiedClient): Promise<void> {
  const clients = clientsOfHosts.get(queueManager) ?? new Map<string, IdentifiedClient>()
  clientsOfHosts.set(queueManager, clients)
  const { clientId, userId } = client
  const before = clients.get(clientId)
  if (before && before.userId !== userId) {
    const text = `the container-id ${clientId} is in use by a client of another user; send another container-id`
    throw new AmqpError('amqp:not-allowed', text)
  }
  clients.set(clientId, client)
  if (!before) return Promise.resolve()
  log.info({ clientId }, 'an AMQP client has connected again, and its earlier connection is ended')
  return before.endForSuccessor()
}

/** Makes the id of a client free, unless another connection has it now. */
export function forgetClient({ queueManager }: ChannelHost, client: IdentifiedClient): void {
  const clients = clientsOfHosts.get(queueManager)
  if (clients?.get(client.clientId) === client) clients.delete(client.clientId)
}
