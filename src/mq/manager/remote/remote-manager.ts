/** A queue manager elsewhere, whose command server runs the commands that a gateway sends, as their user. */
import type {
  ApplicationIdentity,
  CommandConnection,
  CommandOutcome,
  Connection,
  Principal,
} from '../types/connection.ts'
import { MqError } from '../types/errors.ts'
import type { QueueManager } from '../types/queue-manager.ts'
import {
  type CommandRequest,
  commandQueue,
  decodeJsonResult,
  encodeRequest,
  jsonFormat,
  noResponseError,
  replyModelQueue,
} from './command-messages.ts'

export interface RemoteManagerOptions {
  /** The time in seconds to wait for a response. */
  readonly timeoutSeconds: number
}

/**
 * Opens connections to the queue manager `name`. `connect` throws reason code 2035 when the principal may not connect
 * to the gateway. A command rejects with 2087 when the gateway has no route, and with 2033 without a response.
 */
export class RemoteManager {
  readonly name: string
  readonly #gateway: QueueManager
  readonly #options: RemoteManagerOptions

  constructor(gateway: QueueManager, name: string, options: RemoteManagerOptions) {
    this.name = name
    this.#gateway = gateway
    this.#options = options
  }

  connect(principal: Principal, application: ApplicationIdentity): CommandConnection {
    const connection = this.#gateway.connect(principal, application)
    const send = (request: CommandRequest) => this.#send(connection, request)
    const close = () => connection.close()
    return { command: send, commandJson: send, close, [Symbol.asyncDispose]: close }
  }

  async #send(connection: Connection, request: CommandRequest): Promise<CommandOutcome> {
    const { timeoutSeconds } = this.#options
    const waitMs = timeoutSeconds * 1000
    const replyQueue = await createReplyQueue(connection)
    const { messageId } = await connection.put(
      { queue: commandQueue, queueManager: this.name },
      {
        body: encodeRequest(request),
        format: jsonFormat,
        persistence: 'nonPersistent',
        expiry: waitMs,
        replyTo: { queue: replyQueue },
      },
    )
    const response = await connection.get(replyQueue, { correlationId: messageId, waitMs })
    if (!response) throw noResponseError(this.name, timeoutSeconds)
    return decodeJsonResult(response.body)
  }
}

async function createReplyQueue(connection: Connection): Promise<string> {
  try {
    return await connection.createDynamicQueue(replyModelQueue, 'AMQ.REST.*')
  } catch (error) {
    if (!(error instanceof MqError) || error.reasonCode !== 2085) throw error
    const text = `the model queue ${replyModelQueue} of the gateway queue manager is missing; define it to receive responses`
    throw new MqError(2085, text, { object: replyModelQueue, cause: error })
  }
}
