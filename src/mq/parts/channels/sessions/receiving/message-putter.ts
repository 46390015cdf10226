/**
 * Puts received messages where their transmission header says: on a local queue, on the next transmission queue, or
 * to a topic. A message that cannot be put is retried (MRRTY, MRTMR) and then goes to the dead-letter queue.
 */
import type { MessageDraft, MessageUnitOfWork } from '../../../../manager/persistence/message-persistence.ts'
import type { Queue } from '../../../../manager/queues/queue.ts'
import {
  addDeadLetterHeader,
  addTransmissionHeader,
  removeTransmissionHeader,
} from '../../../../manager/routing/message-headers.ts'
import type { PutRoute, QueueRoute } from '../../../../manager/routing/name-resolver.ts'
import { addStreamCopy } from '../../../../manager/routing/streaming-queue.ts'
import type { Principal } from '../../../../manager/types/connection.ts'
import { MqError, mqError, reasonCodes, reasonName } from '../../../../manager/types/errors.ts'
import { ChannelError } from '../../protocol/channel-error.ts'
import type { TransferredMessage } from '../../protocol/message-frame.ts'
import { queueManagerUser, type SessionDeps } from '../session-deps.ts'

export interface PutterOptions {
  readonly channel: string
  /** The user whose authority applies; undefined for the queue manager's own. */
  readonly principal: Principal | undefined
  /** Whether the authority of the user in the message applies: PUTAUT(CTX). */
  readonly usesContext: boolean
  /** MRRTY and MRTMR. */
  readonly retries: number
  readonly retryMs: number
  readonly usesDeadLetterQueue: boolean
}

/** The reasons for which a later put can succeed. */
const transientReasons: ReadonlySet<number> = new Set([
  reasonCodes.MQRC_PUT_INHIBITED,
  reasonCodes.MQRC_Q_FULL,
  reasonCodes.MQRC_OBJECT_IN_USE,
  reasonCodes.MQRC_Q_SPACE_NOT_AVAILABLE,
  reasonCodes.MQRC_PUBLICATION_FAILURE,
])
/** Errors of the store end the session: a put to another queue would fail as well. */
const storeReasons: ReadonlySet<number> = new Set([
  reasonCodes.MQRC_STORAGE_MEDIUM_FULL,
  reasonCodes.MQRC_RESOURCE_PROBLEM,
  reasonCodes.MQRC_UNEXPECTED_ERROR,
])

interface ReceivedMessage {
  readonly draft: MessageDraft
  readonly remote: { readonly queue: string; readonly manager: string }
}

export class MessagePutter {
  readonly #deps: SessionDeps
  readonly #options: PutterOptions
  #isPaused = false
  #isClosed = false
  #cancelRetry = () => {}

  constructor(options: PutterOptions, deps: SessionDeps) {
    this.#options = options
    this.#deps = deps
  }

  /** Whether a put waits for its next retry. */
  get isPaused(): boolean {
    return this.#isPaused
  }

  /** Ends the wait for a retry. */
  close(): void {
    this.#isClosed = true
    this.#cancelRetry()
  }

  /**
   * Puts a message within the unit of work, at once without one. Rejects with a `ChannelError` when it can be put
   * nowhere; a non-persistent message outside a unit of work is discarded instead.
   */
  async put(message: TransferredMessage, unit: MessageUnitOfWork | undefined): Promise<void> {
    const received = this.#unwrap(message)
    const error = await this.#putWithRetries(received, unit)
    if (!error) return
    if (storeReasons.has(error.reasonCode)) throw putFailed(received, error)
    const queue = this.#findDeadLetterQueue()
    const failure = queue ? await this.#putOnDeadLetterQueue(queue, received, error, unit) : error
    if (!failure) return
    if (unit) throw putFailed(received, failure)
    this.#log(received, failure, 'a non-persistent message was discarded')
  }

  #unwrap(message: TransferredMessage): ReceivedMessage {
    const unwrapped = removeTransmissionHeader(message.body)
    if (!unwrapped) throw new ChannelError('PROTOCOL_ERROR', 'the partner sent a message without MQXQH')
    const { draft, remote } = unwrapped
    const { properties, publication } = message
    return {
      remote,
      draft: {
        ...draft,
        // Copies small bodies, so that they do not keep the whole received buffer in memory.
        body: draft.body.length <= maxCopiedBytes ? Buffer.from(draft.body) : draft.body,
        expiresAt: message.remainingMs === undefined ? undefined : this.#deps.clock() + message.remainingMs,
        descriptor: { ...draft.descriptor, ...(properties && { properties }), ...(publication && { publication }) },
      },
    }
  }

  /** Returns the error of the last attempt, or undefined when the message was put. */
  async #putWithRetries(received: ReceivedMessage, unit: MessageUnitOfWork | undefined): Promise<MqError | undefined> {
    for (let retry = 0; ; retry++) {
      try {
        await this.#putToDestination(received, unit)
        return undefined
      } catch (error) {
        if (!(error instanceof MqError)) throw error
        if (retry >= this.#options.retries || !transientReasons.has(error.reasonCode)) return error
        await this.#pause(error)
      }
    }
  }

  async #pause(error: MqError): Promise<void> {
    if (this.#isClosed) throw error
    this.#isPaused = true
    await new Promise<void>((resolve) => {
      const cancel = this.#deps.timers.after(this.#options.retryMs, resolve)
      this.#cancelRetry = () => {
        cancel()
        resolve()
      }
    })
    this.#isPaused = false
    if (this.#isClosed) throw new ChannelError('ENDING', 'the channel ended while it waited to put a message again')
  }

  async #putToDestination({ draft, remote }: ReceivedMessage, unit: MessageUnitOfWork | undefined): Promise<void> {
    const { resolver, publisher, delivery } = this.#deps
    const route = resolver.resolvePut({ queue: remote.queue, queueManager: remote.manager })
    this.#checkAuthority(route, draft)
    if ('topicString' in route) {
      await publisher.publish(route.topicString, draft, { retain: false, unitOfWork: unit })
      return
    }
    this.#checkLength(draft)
    const target = { queue: route.queue, draft: this.#wrap(route, draft) }
    await delivery.put(addStreamCopy(resolver, target, delivery.newMessageId), unit)
  }

  #wrap({ remote, queue }: QueueRoute, draft: MessageDraft): MessageDraft {
    if (remote) {
      const messageId = draft.messageId ?? this.#deps.delivery.newMessageId()
      return addTransmissionHeader({ ...draft, messageId }, remote)
    }
    if (!draft.persistent || !queue.settings.isTemporary) return draft
    const text = `${queue.name} is a temporary queue, it takes no persistent messages`
    throw mqError('MQRC_PERSISTENT_NOT_ALLOWED', text, { object: queue.name })
  }

  #checkAuthority(route: PutRoute, draft: MessageDraft): void {
    const { authority, topics } = this.#deps
    const principal = this.#options.usesContext ? contextPrincipal(draft) : this.#options.principal
    if (!principal) return
    const opened = route.openedObject.name
    const mayPut = authority.allows(principal, 'QUEUE', opened, 'PUT')
    const manager = 'explicitManager' in route ? route.explicitManager : undefined
    if (!mayPut && !(manager && authority.allows(principal, 'RQMNAME', manager, 'PUT')))
      throw notAuthorized(principal, 'PUT', opened)
    if (!('topicString' in route)) return
    const mayPublish = topics
      .findTopicObjects(route.topicString)
      .some(({ name }) => authority.allows(principal, 'TOPIC', name, 'PUB'))
    if (!mayPublish) throw notAuthorized(principal, 'PUB', route.topicString)
  }

  #checkLength({ body }: MessageDraft): void {
    const longest = Number(this.#deps.attribute('MAXMSGL') ?? Number.POSITIVE_INFINITY)
    if (body.length <= longest) return
    const text = `${body.length} bytes are more than the ${longest} that ${this.#deps.manager} takes`
    throw mqError('MQRC_MSG_TOO_BIG_FOR_Q_MGR', text, { object: this.#deps.manager })
  }

  #findDeadLetterQueue() {
    const name = String(this.#deps.attribute('DEADQ') ?? '')
    return this.#options.usesDeadLetterQueue && name !== '' ? this.#deps.queues.find(name) : undefined
  }

  /** Returns the error when the message cannot be put there, otherwise undefined. */
  async #putOnDeadLetterQueue(
    queue: Queue,
    received: ReceivedMessage,
    error: MqError,
    unit: MessageUnitOfWork | undefined,
  ): Promise<MqError | undefined> {
    const { draft, remote } = received
    const { queue: name, manager } = remote
    try {
      const dead = addDeadLetterHeader(draft, { reason: error.reasonCode, queue: name, manager })
      await this.#deps.delivery.put([{ queue, draft: dead }], unit)
      this.#log(received, error, 'a received message went to the dead-letter queue')
      return undefined
    } catch (cause) {
      if (cause instanceof MqError) return cause
      throw cause
    }
  }

  #log({ draft, remote }: ReceivedMessage, { message: error }: MqError, text: string): void {
    const message = draft.messageId?.toString('hex')
    this.#deps.log.warn({ channel: this.#options.channel, message, queue: remote.queue, error }, text)
  }
}

const maxCopiedBytes = 8192

function contextPrincipal({ descriptor }: MessageDraft): Principal {
  const name = descriptor.userId
  return { name, groups: [], privileged: name === queueManagerUser }
}

function notAuthorized({ name }: Principal, needed: string, object: string): MqError {
  return mqError('MQRC_NOT_AUTHORIZED', `${name} has no ${needed} authority for ${object}`, { object })
}

function putFailed({ draft, remote }: ReceivedMessage, error: MqError): ChannelError {
  const id = draft.messageId?.toString('hex') ?? ''
  const text = `message ${id} for ${remote.queue} cannot be put: ${error.message || reasonName(error.reasonCode)}`
  return new ChannelError('PUT_FAILED', text, { cause: error })
}
