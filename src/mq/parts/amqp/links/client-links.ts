/** The links of one client: opens them, passes messages and dispositions to them, and ends them. */
import { AmqpError, toAmqpError } from '../protocol/errors.ts'
import { OutgoingEndpoint } from '../protocol/outgoing-endpoint.ts'
import type { LinkEndpoint, Session, SessionHandlers } from '../protocol/session.ts'
import { released } from '../protocol/states.ts'
import { openIncomingLink } from './incoming-link.ts'
import type { Link, LinkContext, LinkEnd } from './link-context.ts'
import { openOutgoingLink } from './open-outgoing-link.ts'
import { openCoordinator } from './transactions.ts'
import { TransferLimits } from './transfer-limits.ts'

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
  readonly #attached = new Set<LinkEndpoint>()
  readonly #links = new Map<LinkEndpoint, Link>()
  /** Links that were attached before the connection to the queue manager. */
  readonly #waiting = new Set<LinkEndpoint>()
  readonly #limits: TransferLimits
  #context: LinkContext | undefined
  #hasEnded = false

  constructor(deps: ClientLinksDeps) {
    this.#deps = deps
    this.#limits = new TransferLimits(deps.maxMessageBytes)
  }

  /** Opens the links that wait for the connection to the queue manager. */
  start(context: LinkContext): void {
    this.#context = context
    for (const link of this.#waiting) this.#attach(link, context)
    this.#waiting.clear()
  }

  /** Sends messages on all links while it is possible. */
  pump(): void {
    for (const { outgoing } of this.#links.values()) outgoing?.pump()
  }

  /** Ends all links with their connection. */
  end(): void {
    this.#hasEnded = true
    this.#endAll()
  }

  /** Returns the handlers of a session that the client has opened. */
  open(session: Session): SessionHandlers {
    return {
      attached: (link) => {
        if (this.#attached.size >= maxLinks) {
          link.refuse(tooManyLinks)
          return
        }
        this.#attached.add(link)
        if (this.#context) this.#attach(link, this.#context)
        else this.#waiting.add(link)
      },
      detached: (link, isClosed) => this.#endLink(link, isClosed ? 'closed' : 'detached'),
      admitTransfer: (link, bytes) => this.#limits.add(link, bytes),
      aborted: (link) => this.#limits.forget(link),
      received: (link, message) => {
        this.#limits.forget(link)
        const receiving = this.#links.get(link)
        if (receiving?.receive) receiving.receive(message)
        else session.settleIncoming(message.delivery, released)
      },
      updated: (link, deliveries, update) => {
        const outgoing = this.#links.get(link)?.outgoing
        if (outgoing) void outgoing.update(deliveries, update).then(() => this.#pumpSession(session))
      },
      flowed: () => this.#pumpSession(session),
      ended: () => this.#endAll(session),
    }
  }

  /** Sends messages on the links of a session, which may have been full before deliveries were settled. */
  #pumpSession(session: Session): void {
    for (const [link, { outgoing }] of this.#links) if (link.session === session) outgoing?.pump()
  }

  #attach(link: LinkEndpoint, context: LinkContext): void {
    openLink(link, context).then(
      (opened) => {
        if (this.#hasEnded || !link.isAttachedByClient) {
          opened.end('session ended')
          return
        }
        this.#links.set(link, opened)
        link.answer(opened.answer)
        opened.outgoing?.pump()
      },
      (error: unknown) => {
        if (!this.#hasEnded && link.isAttachedByClient) link.refuse(toAmqpError(error))
        this.#deps.reportError(error)
      },
    )
  }

  #endLink(link: LinkEndpoint, cause: LinkEnd): void {
    this.#limits.forget(link)
    this.#links.get(link)?.end(cause)
    this.#links.delete(link)
    this.#waiting.delete(link)
    this.#attached.delete(link)
  }

  #endAll(session?: Session): void {
    for (const link of [...this.#attached])
      if (!session || link.session === session) this.#endLink(link, 'session ended')
    this.#context?.held.endSession(session)
  }
}

async function openLink(link: LinkEndpoint, context: LinkContext): Promise<Link> {
  if (link instanceof OutgoingEndpoint) return openOutgoingLink(link, context)
  return link.isCoordinator ? openCoordinator(link, context) : openIncomingLink(link, context)
}

const tooManyLinks = toAmqpError(
  new AmqpError('amqp:resource-limit-exceeded', `a connection has at most ${maxLinks} links; close some`),
)
