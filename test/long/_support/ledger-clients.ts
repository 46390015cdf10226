/** AMQP programs that put and get numbered messages while queue managers, links and disks break, and what they know. */
import rhea, { type Connection, type Delivery, type EventContext } from 'rhea'

/** The outcomes of rhea, which its types do not declare. */
const outcomes = rhea.message as unknown as { accepted(): { described(): unknown } }

export class Ledger {
  /** The numbers of the messages whose put was acknowledged. */
  readonly accepted = new Set<number>()
  /** How often each message was delivered. */
  readonly deliveries = new Map<number, number>()
  /** The numbers of the messages whose removal was confirmed. */
  readonly removed = new Set<number>()
  /** Messages that were delivered although their removal had been confirmed. */
  readonly resurrected: number[] = []
  /** The deliveries whose removal was rejected: the number of each message, and how often it had been delivered. */
  readonly rejected: { readonly number: number; readonly count: number }[] = []
  /** The messages that were not delivered again after their removal was rejected. */
  get lost(): number[] {
    const last = this.rejected.filter(({ number, count }) => this.deliveries.get(number) === count)
    return last.map(({ number }) => number)
  }
  /** How many messages were delivered more than once. */
  get redelivered(): number {
    return [...this.deliveries.values()].filter((count) => count > 1).length
  }
}

export interface LedgerClient {
  /** Breaks the connection. The client connects again. */
  cut(): void
  /** Ends the client. */
  stop(): void
}

/** The maximum number of messages that a producer has sent and that are not acknowledged. */
const maxUnacknowledged = 16

/** Sends durable messages to the queue, one number after the other, over connections to the current port. */
export function startProducer(readPort: () => number, queue: string, ledger: Ledger): LedgerClient & { pause(): void } {
  let next = 0
  let isPaused = false
  const client = keepConnected(readPort, (connection) => {
    const sender = connection.open_sender({ target: { address: queue, capabilities: ['queue'] } })
    const numbers = new Map<Delivery, number>()
    const send = () => {
      while (!isPaused && sender.sendable() && numbers.size < maxUnacknowledged) {
        const number = next++
        numbers.set(sender.send({ body: String(number), durable: true }) as Delivery, number)
      }
    }
    sender.on('sendable', send)
    sender.on('accepted', ({ delivery }: EventContext) => {
      ledger.accepted.add(numbers.get(delivery as Delivery) as number)
    })
    sender.on('settled', ({ delivery }: EventContext) => {
      numbers.delete(delivery as Delivery)
      setTimeout(send, 1) // leaves the channel some of the processor
    })
  })
  return {
    ...client,
    /** Sends no further messages. */
    pause() {
      isPaused = true
    },
  }
}

/** Gets the messages of the queue, and accepts each so that the server confirms its removal. */
export function startConsumer(readPort: () => number, queue: string, ledger: Ledger): LedgerClient {
  return keepConnected(readPort, (connection) => {
    const delivered = new Map<Delivery, { number: number; count: number }>()
    const receiver = connection.open_receiver({
      source: { address: queue, capabilities: ['queue'] },
      autoaccept: false,
      autosettle: false,
      credit_window: 32,
      rcv_settle_mode: 1,
    })
    receiver.on('message', ({ message, delivery }: EventContext) => {
      const number = Number(message?.body)
      const count = (ledger.deliveries.get(number) ?? 0) + 1
      ledger.deliveries.set(number, count)
      if (ledger.removed.has(number)) ledger.resurrected.push(number)
      delivered.set(delivery as Delivery, { number, count })
      ;(delivery as Delivery).update(false, outcomes.accepted().described())
    })
    receiver.on('settled', ({ delivery }: EventContext) => {
      const message = delivered.get(delivery as Delivery)
      if (!message) return
      delivered.delete(delivery as Delivery)
      ;(delivery as Delivery).update(true)
      // A server whose disk fails settles with another outcome, and delivers the message again.
      if (outcomeOf(delivery) === 'accepted') ledger.removed.add(message.number)
      else ledger.rejected.push(message)
    })
  })
}

/** Connects, calls `open`, and connects again when the connection ends. */
function keepConnected(readPort: () => number, open: (connection: Connection) => void): LedgerClient {
  let connection: Connection | undefined
  let isStopped = false
  function connect(): void {
    if (isStopped) return
    const current = rhea
      .create_container()
      .connect({ host: '127.0.0.1', port: readPort(), username: 'anonymous', reconnect: false } as never)
    connection = current
    let hasEnded = false
    const end = () => {
      if (hasEnded) return
      hasEnded = true
      ;(current as unknown as RheaInternals).socket?.destroy(new Error('the connection was cut'))
      setTimeout(connect, 20)
    }
    current.on('connection_open', () => open(current))
    for (const event of ['connection_error', 'connection_close', 'sender_error', 'receiver_error', 'disconnected']) {
      current.on(event, end)
    }
  }
  connect()
  const destroy = () =>
    (connection as unknown as RheaInternals | undefined)?.socket?.destroy(new Error('the connection was cut'))
  return {
    cut: destroy,
    stop() {
      isStopped = true
      destroy()
    },
  }
}

/** Returns the outcome with which the server settled a delivery, for example `accepted`. */
function outcomeOf(delivery: unknown): string | undefined {
  const state = (delivery as { remote_state?: object }).remote_state
  return (state?.constructor as { composite_type?: string } | undefined)?.composite_type
}

interface RheaInternals {
  /** rhea ends a connection after an error of its socket, and not when the socket is merely destroyed. */
  readonly socket?: { destroy(error: Error): void }
}
