/** A link on which a client sends messages to a queue or a topic, or without an address to the `to` of each message. */
import type { PutOptions } from '../../../manager/index.ts'
import { decodeMessage } from '../messages/decode.ts'
import * as types from '../protocol/composites.ts'
import { AmqpError, toAmqpError } from '../protocol/errors.ts'
import { encodeComposite } from '../protocol/frames.ts'
import type { IncomingEndpoint, ReceivedDelivery } from '../protocol/incoming-endpoint.ts'
import { accepted, inTransaction, parseState, rejected } from '../protocol/states.ts'
import { ValueWriter } from '../protocol/value-writer.ts'
import { createDynamicNode, type Destination, kindOf, type Link, type LinkContext } from './link-context.ts'

/** The number of messages that a client may send before the first one is settled. */
const creditWindow = 500

/** Prepares the link for the answer to its attach. Rejects when the target cannot be used. */
export async function openIncomingLink(link: IncomingEndpoint, context: LinkContext): Promise<Link> {
  const requested = link.target ?? {}
  const address = (await createDynamicNode(requested, context)) ?? requested.address ?? undefined
  const target = address === undefined ? undefined : context.resolveAddress(address, kindOf(requested))
  const queue = target?.kind === 'queue' ? target.name : undefined
  const maxMessageBytes = Math.min(context.connection.maxMessageLength(queue).bytes, context.maxMessageBytes)
  const answeredTarget = {
    address,
    capabilities: requested.capabilities,
    isDynamic: requested.isDynamic ? true : undefined,
    expiryPolicy: requested.isDynamic ? 'connection-close' : undefined,
  }
  link.addCredit(creditWindow)
  context.host.log.debug({ link: link.name, address }, 'an AMQP client sends')
  const answer = {
    source: encodeComposite(types.sourceAnswer, { address: link.source?.address }),
    target: encodeComposite(types.target, answeredTarget),
    maxMessageSize: encodeUlong(maxMessageBytes),
  }
  return new IncomingLink(link, context, target, answer)
}

class IncomingLink implements Link {
  readonly answer: Link['answer']
  readonly #link: IncomingEndpoint
  readonly #context: LinkContext
  /** Undefined for a link without a target address. */
  readonly #target: Destination | undefined
  #inProgress = 0
  #hasEnded = false

  constructor(link: IncomingEndpoint, context: LinkContext, target: Destination | undefined, answer: Link['answer']) {
    this.answer = answer
    this.#link = link
    this.#context = context
    this.#target = target
  }

  receive({ bytes, delivery }: { readonly bytes: Buffer; readonly delivery: ReceivedDelivery }): void {
    const { received } = this.#context
    this.#inProgress++
    received.add(bytes.length)
    void this.#receive(bytes, delivery).finally(() => {
      this.#inProgress--
      received.remove(bytes.length)
      this.#addCredit()
    })
  }

  end(): void {
    this.#hasEnded = true
  }

  async #receive(bytes: Buffer, delivery: ReceivedDelivery): Promise<void> {
    const { transactions, countReceived, reportError } = this.#context
    const { session } = this.#link
    try {
      const { transaction } = parseState(delivery.state)
      if (transaction === undefined) await this.#put(bytes, {})
      else await transactions.run(transaction, (unitOfWork) => this.#put(bytes, { unitOfWork }))
      countReceived()
      session.settleIncoming(delivery, transaction === undefined ? accepted : inTransaction(transaction, accepted))
    } catch (error) {
      reportError(error)
      // A settled message cannot be rejected, so the client learns from the detach that it is lost.
      if (delivery.isSettled) this.#link.close(toAmqpError(error))
      session.settleIncoming(delivery, rejected(toAmqpError(error)))
    }
  }

  async #put(bytes: Buffer, options: PutOptions): Promise<void> {
    const { connection, maxMessageBytes } = this.#context
    const { message, to, isTopic } = decodeMessage(bytes)
    if (message.body.length > maxMessageBytes) throw tooLong(message.body.length, maxMessageBytes)
    const destination = this.#target ?? this.#resolveTo(to, isTopic)
    if (destination.kind === 'topic') await connection.publish(destination.topicString, message, options)
    else await connection.put({ queue: destination.name }, message, options)
  }

  #resolveTo(to: string | undefined, isTopic: boolean | undefined): Destination {
    const kind = isTopic === undefined ? undefined : isTopic ? 'topic' : 'queue'
    if (to !== undefined) return this.#context.resolveAddress(to, kind)
    const text = 'a message on a link without a target address needs an address in "to"'
    throw new AmqpError('amqp:precondition-failed', text)
  }

  /** Restores the credit window when half of it is used. */
  #addCredit(): void {
    const missing = creditWindow - this.#link.credit - this.#inProgress
    if (missing >= creditWindow / 2 && !this.#hasEnded) this.#link.addCredit(missing)
  }
}

function tooLong(bytes: number, maxBytes: number): AmqpError {
  const text = `a message of ${bytes} bytes is longer than MAXMSGL(${maxBytes}) of the channel; raise it, or send less`
  return new AmqpError('amqp:link:message-size-exceeded', text)
}

function encodeUlong(value: number): Buffer {
  const writer = new ValueWriter()
  writer.number('ulong', value)
  return writer.finish()
}
