/** The links of one client: opens them, passes messages and dispositions to them, and ends them. */
import { AmqpError, toAmqpError } from '../protocol/errors.ts'
import { answerAttach, guardSession, refuseAttach } from '../protocol/guard-session.ts'
import type { RheaConnection, RheaLink, RheaSession } from '../protocol/rhea-types.ts'
import { settleIncoming } from '../protocol/settle.ts'
import { openCoordinator } from './coordinator.ts'
import { openIncomingLink } from './incoming-link.ts'
import type { Link, LinkContext, OutgoingPump } from './link-context.ts'
import { openOutgoingLink } from './open-outgoing-link.ts'
import { TransferLimits } from './transfer-limits.ts'

/** The maximum number of links of a connection. */
const maxLinks = 1024

export interface ClientLinksDeps {
  /** Returns MAXMSGL of the channel. */
  maxMessageBytes(): number
  /** Logs an unexpected error, and ends the connection when the error says so. */
  reportError(error: unknown): void
}

export class ClientLinks {
  readonly #deps: ClientLinksDeps
  /** The links that the client has attached and not detached, also those that are being opened. */
  readonly #attached = new Set<RheaLink>()
  readonly #links = new Map<RheaLink, Link>()
  readonly #outgoing = new Map<RheaLink, OutgoingPump>()
  /** Links that were attached before the connection to the queue manager, and whether each is a coordinator. */
  readonly #waiting = new Map<RheaLink, boolean>()
  readonly #limits: TransferLimits
  #context: LinkContext | undefined
  #hasEnded = false

  constructor(connection: RheaConnection, deps: ClientLinksDeps) {
    this.#deps = deps
    this.#limits = new TransferLimits(deps.maxMessageBytes)
    connection.on('session_close', ({ session }: { session: RheaSession }) => this.#endAll(session))
    for (const event of ['sender_close', 'receiver_close'] as const) {
      connection.on(event, ({ sender, receiver }: { sender?: RheaLink; receiver?: RheaLink }) => {
        const link = (sender ?? receiver) as RheaLink
        this.#endLink(link, link.remote.detach?.closed === true)
      })
    }
  }

  /** Opens the links that wait for the connection to the queue manager. */
  start(context: LinkContext): void {
    this.#context = context
    for (const [link, isCoordinator] of this.#waiting) this.#attach(link, isCoordinator)
    this.#waiting.clear()
  }

  /** Sends messages on all links while it is possible. */
  pump(): void {
    for (const outgoing of this.#outgoing.values()) outgoing.pump()
  }

  /** Ends all links with their connection. */
  end(): void {
    this.#hasEnded = true
    this.#endAll()
  }

  /** Handles the links of a session that the client has opened. */
  open(session: RheaSession): void {
    guardSession(session, {
      attached: (link, isCoordinator) => {
        if (this.#attached.size >= maxLinks) {
          refuseAttach(link, tooManyLinks)
          return
        }
        this.#attached.add(link)
        if (this.#context) this.#attach(link, isCoordinator)
        else this.#waiting.set(link, isCoordinator)
      },
      admitsTransfer: (link, bytes, isAborted) => this.#limits.admits(link, bytes, isAborted),
      received: (link, message) => {
        const receiving = this.#links.get(link)
        if (receiving?.receive) receiving.receive(message)
        else if (this.#context) settleIncoming(session, message.delivery, this.#context.states.released())
      },
      updated: (link, deliveries, update) => {
        const outgoing = this.#outgoing.get(link)
        if (outgoing) void outgoing.update(deliveries, update).then(() => this.#pumpSession(session))
      },
      flowed: () => this.#pumpSession(session),
    })
  }

  /** Sends messages on the links of a session, which may have been full before deliveries were settled. */
  #pumpSession(session: RheaSession): void {
    for (const [link, outgoing] of this.#outgoing) if (link.session === session) outgoing.pump()
  }

  #attach(link: RheaLink, isCoordinator: boolean): void {
    this.#openLink(link, isCoordinator, this.#context as LinkContext).then(
      (opened) => {
        if (this.#hasEnded || !link.is_remote_open()) {
          opened.end({ isClosed: false })
          return
        }
        this.#links.set(link, opened)
        answerAttach(link)
        // rhea writes the messages of a turn before the answers to attaches.
        setImmediate(() => this.#beginSending(link, opened))
      },
      (error: unknown) => {
        if (!this.#hasEnded) refuseAttach(link, toAmqpError(error))
        this.#deps.reportError(error)
      },
    )
  }

  async #openLink(link: RheaLink, isCoordinator: boolean, context: LinkContext): Promise<Link> {
    if (isCoordinator) return openCoordinator(link, context)
    return link.remote.attach?.role ? openOutgoingLink(link, context) : openIncomingLink(link, context)
  }

  #beginSending(link: RheaLink, opened: Link): void {
    if (!opened.outgoing || this.#links.get(link) !== opened) return
    this.#outgoing.set(link, opened.outgoing)
    opened.outgoing.pump()
  }

  #endLink(link: RheaLink, isClosed: boolean): void {
    this.#limits.forget(link)
    this.#outgoing.delete(link)
    this.#links.get(link)?.end({ isClosed })
    this.#links.delete(link)
    this.#waiting.delete(link)
    this.#attached.delete(link)
  }

  #endAll(session?: RheaSession): void {
    for (const link of [...this.#attached]) {
      if (!session || link.session === session) this.#endLink(link, false)
    }
  }
}

const tooManyLinks = toAmqpError(
  new AmqpError('amqp:resource-limit-exceeded', `a connection has at most ${maxLinks} links; close some`),
)
