/** What both kinds of links have: the attach of the client, the answer of the server, and the detach. AMQP 1.0 part 2, section 2.6. */
import * as types from './composites.ts'
import type { AmqpErrorFields } from './errors.ts'
import { encodeFrame } from './frames.ts'
import type { Session } from './session.ts'
import { encodeError } from './states.ts'

export type AttachFields = types.Fields<typeof types.attach>
export type AttachAnswer = Partial<types.Fields<typeof types.attachAnswer>>
export type SourceFields = types.Fields<typeof types.source>
export type TargetFields = types.Fields<typeof types.target>

export abstract class LinkEndpoint {
  readonly name: string
  readonly handle: number
  readonly session: Session
  readonly attach: AttachFields
  /** The termini of the client; undefined when it sent none. */
  readonly source: SourceFields | undefined
  readonly target: TargetFields | undefined
  #isAnswered = false
  #isClosed = false
  #isAttachedByClient = true

  constructor(session: Session, attach: AttachFields) {
    this.session = session
    this.attach = attach
    this.name = attach.name ?? ''
    this.handle = attach.handle ?? 0
    this.source = types.parseComposite(types.source, attach.source)
    this.target = types.parseComposite(types.target, attach.target)
  }

  /** Whether the client controls transactions on the link. */
  get isCoordinator(): boolean {
    return types.parseComposite(types.coordinator, this.attach.target) !== undefined
  }

  get isAnswered(): boolean {
    return this.#isAnswered
  }

  /** Whether the server has closed the link. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Whether the client has not detached the link. */
  get isAttachedByClient(): boolean {
    return this.#isAttachedByClient
  }

  /** Answers the attach of the client. */
  answer(fields: AttachAnswer): void {
    this.#isAnswered = true
    const { name, handle } = this
    this.#write(types.attachAnswer, { name, handle, isReceiver: !this.attach.isReceiver, ...fields })
  }

  /** Answers an attach without a terminus and detaches the link, as section 2.6.3 asks. */
  refuse(error: AmqpErrorFields): void {
    if (!this.#isAnswered) this.answer({})
    this.close(error)
  }

  /** Closes the link with a reason. The client detaches it then. */
  close(error: AmqpErrorFields): void {
    if (this.#isClosed || !this.#isAttachedByClient) return
    this.#isClosed = true
    this.#write(types.detach, { handle: this.handle, isClosed: true, error: encodeError(error) })
  }

  /** The client has detached the link. */
  detached(): void {
    this.#isAttachedByClient = false
  }

  answerDetach(isClosed: boolean): void {
    this.#write(types.detach, { handle: this.handle, isClosed })
  }

  #write<C extends types.CompositeType>(type: C, fields: types.Fields<C>): void {
    this.session.connection.write(encodeFrame(type, fields, this.session.channel))
  }
}
