/** A link on which a client sends messages to a queue or a topic, or without an address to the `to` of each message. */

import type { PutOptions } from '../../qm/index.ts'
import { decodeMessage } from '../messages/decode.ts'
import * as types from '../protocol/composites.ts'
import { AmqpError, toAmqpError } from '../protocol/errors.ts'
import { encodeComposite } from '../protocol/frames.ts'
import type { IncomingEndpoint, ReceivedDelivery } from '../protocol/incoming-endpoint.ts'
import { accepted, inTransaction, parseState, rejected } from '../protocol/states.ts'
import { ValueWriter } from '../protocol/value-writer.ts'
import { createDynamicNode, type Destination, kindOf } from './addresses.ts'
import type { Link, LinkContext } from './link-context.ts'

/** The number of messages that a client may send before the first one is settled. */
const creditWindow = 500

/** Prepares the link for the answer to its attach. Rejects when the target cannot be used. */
export async function openIncomingLink(link: IncomingEndpoint, context: LinkContext): Promise<Link> {
  const { connection, addresses, transactions, received, host } = context
  const requested = link.target ?? {}
  const address = (await createDynamicNode(requested, context)) ?? requested.address ?? undefined
  const target = address === undefined ? undefined : addresses.resolve(address, kindOf(requested))
  const queueLimit = connection.maxMessageLength(target?.kind === 'queue' ? target.name : undefined).bytes
  const maxMessageBytes = Math.min(queueLimit, context.maxMessageBytes)
  let inProgress = 0
  let hasEnded = false

  async function put(bytes: Buffer, options: PutOptions): Promise<void> {
    const { message, to, isTopic } = decodeMessage(bytes)
    if (message.body.length > context.maxMessageBytes) throw tooLong(message.body.length, context.maxMessageBytes)
    const destination = target ?? resolveTo(to, isTopic)
    if (destination.kind === 'topic') await connection.publish(destination.topicString, message, options)
    else await connection.put({ queue: destination.name }, message, options)
  }

  function resolveTo(to: string | undefined, isTopic: boolean | undefined): Destination {
    if (to !== undefined) return addresses.resolve(to, isTopic === undefined ? undefined : isTopic ? 'topic' : 'queue')
    throw new AmqpError(
      'amqp:precondition-failed',
      'a message on a link without a target address needs an address in "to"',
    )
  }

  async function receive(bytes: Buffer, delivery: ReceivedDelivery): Promise<void> {
    try {
      const { transaction } = parseState(delivery.state)
      if (transaction === undefined) await put(bytes, {})
      else await transactions.run(transaction, (unitOfWork) => put(bytes, { unitOfWork }))
      context.countReceived()
      settle(delivery, transaction)
    } catch (error) {
      context.reportError(error)
      // A settled message cannot be rejected, so the client learns from the detach that it is lost.
      if (delivery.isSettled) link.close(toAmqpError(error))
      link.session.settleIncoming(delivery, rejected(toAmqpError(error)))
    }
  }

  function settle(delivery: ReceivedDelivery, transaction: string | undefined): void {
    const state = transaction === undefined ? accepted : inTransaction(transaction, accepted)
    link.session.settleIncoming(delivery, state)
  }

  /** Restores the credit window when half of it is used. */
  function addCredit(): void {
    const missing = creditWindow - link.credit - inProgress
    if (missing >= creditWindow / 2 && !hasEnded) link.addCredit(missing)
  }

  const answeredTarget = {
    address,
    capabilities: requested.capabilities,
    ...(requested.isDynamic && { isDynamic: true, expiryPolicy: 'connection-close' }),
  }
  link.addCredit(creditWindow)
  host.log.debug({ link: link.name, address }, 'an AMQP client sends')

  return {
    answer: {
      source: encodeComposite(types.sourceAnswer, { address: link.source?.address }),
      target: encodeComposite(types.target, answeredTarget),
      maxMessageSize: encodeUlong(maxMessageBytes),
    },
    receive({ bytes, delivery }) {
      inProgress++
      received.add(bytes.length)
      void receive(bytes, delivery).finally(() => {
        inProgress--
        received.remove(bytes.length)
        addCredit()
      })
    },
    end() {
      hasEnded = true
    },
  }
}

function tooLong(bytes: number, maxBytes: number): AmqpError {
  const text = `a message of ${bytes} bytes is longer than MAXMSGL(${maxBytes}) of the channel; raise it, or send less`
  return new AmqpError('amqp:link:message-size-exceeded', text)
}

function encodeUlong(value: number): Buffer {
  const writer = new ValueWriter()
  writer.ulong(BigInt(value))
  return writer.finish()
}
