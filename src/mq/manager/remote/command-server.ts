/**
 * Runs the commands that gateway queue managers put on SYSTEM.ADMIN.COMMAND.QUEUE, and puts the responses on their
 * reply-to queues. PCF commands of other programs are not run: CMDSERV of DISPLAY QMSTATUS is STOPPED.
 *
 * A command runs with the authority of the user in its message (MQMD.UserIdentifier). No user is privileged, because the
 * message may come from another queue manager: authority records decide.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { CommandOutcome, Connection, Principal } from '../types/connection.ts'
import { MalformedCommandError, MqError } from '../types/errors.ts'
import type { Message, NewMessage, UnitOfWork } from '../types/message.ts'
import { type CommandRequest, type CommandResult, commandQueue, decodeRequest } from './command-messages.ts'

export interface CommandServerDeps {
  readonly log: Log
  /** Opens a connection of the queue manager itself. */
  connect(): Connection
  /** Runs a command as a user. */
  run(principal: Principal, request: CommandRequest): Promise<CommandOutcome>
}

/** MQRC_FORMAT_ERROR, in the dead-letter header of a message that is no command. */
const formatError = 2110
const retryMs = 5000

export class CommandServer {
  readonly #deps: CommandServerDeps
  readonly #stop = new AbortController()
  readonly #connection: Connection
  readonly #ended: Promise<void>

  constructor(deps: CommandServerDeps) {
    this.#deps = deps
    this.#connection = deps.connect()
    this.#ended = this.#serve()
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('the command server ends'))
    await this.#ended
    await this.#connection.close()
  }

  async #serve(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      let unit: UnitOfWork | undefined
      try {
        unit = this.#connection.beginUnitOfWork()
        const selection = { waitMs: Number.POSITIVE_INFINITY, unitOfWork: unit, signal }
        const message = await this.#connection.get(commandQueue, selection)
        if (message) await this.#handle(message, unit)
        await unit.commit()
      } catch (error) {
        await unit?.backout().catch(() => undefined)
        if (signal.aborted || (error instanceof MqError && [2009, 2161, 2162].includes(error.reasonCode))) return
        this.#deps.log.warn({ error }, 'the command server could not process a message')
        await delay(retryMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }

  async #handle(message: Message, unit: UnitOfWork): Promise<void> {
    let request: CommandRequest
    try {
      if (!message.replyTo?.queue) throw new Error('the message has no reply-to queue')
      request = decodeRequest(message.format, message.body)
    } catch (error) {
      this.#deps.log.warn({ error: (error as Error).message }, 'a message on the command queue is no command')
      await this.#connection.requeue({ from: commandQueue, message, reason: formatError }, unit)
      return
    }
    const result = await this.#run(message.userId, request)
    await this.#respond(message, result, unit)
  }

  async #run(user: string, request: CommandRequest): Promise<CommandResult> {
    try {
      const principal = { name: user, groups: [], privileged: false }
      return { outcome: await this.#deps.run(principal, request) }
    } catch (error) {
      if (error instanceof MalformedCommandError) return { malformed: { part: error.part, message: error.message } }
      if (!(error instanceof MqError)) throw error
      return { error: { reasonCode: error.reasonCode, message: error.message } }
    }
  }

  /** Puts the response. When the reply-to queue cannot be reached, it is lost with a warning. */
  async #respond(request: Message, result: CommandResult, unit: UnitOfWork): Promise<void> {
    const { replyTo, messageId, persistence, expiry, format } = request
    const response: NewMessage = {
      body: Buffer.from(JSON.stringify(result)),
      format,
      persistence,
      correlationId: messageId,
      expiry,
    }
    try {
      await this.#connection.put({ queue: replyTo?.queue ?? '', queueManager: replyTo?.queueManager ?? '' }, response, {
        unitOfWork: unit,
      })
    } catch (error) {
      if (!(error instanceof MqError)) throw error
      const details = { error: error.message, queue: replyTo?.queue, queueManager: replyTo?.queueManager }
      this.#deps.log.warn(details, 'the response to a command could not be put')
    }
  }
}
