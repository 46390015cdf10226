/** The webhooks of all queue managers that run in this process. Deliveries begin when a queue manager runs here. */
import { type Installation, mqError, type Principal, type QueueManager } from '../../manager/index.ts'
import type { ManagerWebhooks, WebhookRecord, WebhookService } from '../../web/context/webhooks.ts'
import { RestError } from '../../web/errors/rest-error.ts'
import { RunningWebhook, type WebhookDeps } from './running-webhook.ts'
import { openWebhookSender } from './webhook-sender.ts'
import { WebhookStore } from './webhook-store.ts'

/** How often the service looks for queue managers that have started, also as a standby that took over. */
const lookMs = 1_000
const maxWebhooks = 500

export interface WebhookServiceDeps extends Pick<WebhookDeps, 'clock' | 'log'> {
  installation: Installation
  serverPrincipal: Principal
  /** Returns the CIDRs inside the network to which deliveries may go, separated by commas. */
  allowedNetworks: () => string
}

export function openWebhookService(deps: WebhookServiceDeps): WebhookService {
  const { installation, serverPrincipal, clock, log } = deps
  const sender = openWebhookSender(deps.allowedNetworks, clock)
  const opened = new Map<string, { startedAt: number | undefined; webhooks: Promise<RunningWebhooks> }>()
  let isClosed = false

  /** Ends what an earlier run of the queue manager has opened, and loads the webhooks of this run. */
  async function open(manager: QueueManager): Promise<RunningWebhooks> {
    const { name, startedAt, state } = manager
    if (isClosed || state !== 'running')
      throw mqError('MQRC_Q_MGR_NOT_AVAILABLE', `${name} is ${state}`, { object: name })
    const known = opened.get(name)
    if (known && known.startedAt === startedAt) return known.webhooks
    const store = new WebhookStore(manager, serverPrincipal)
    const webhooks = end(name).then(
      async () => new RunningWebhooks(store, await store.load(), { manager, sender, clock, log }),
    )
    opened.set(name, { startedAt, webhooks })
    webhooks.catch((error) => {
      if (opened.get(name)?.webhooks === webhooks) opened.delete(name)
      log.warn({ err: error, qmgr: name }, 'cannot load the webhooks of the queue manager')
    })
    return webhooks
  }

  async function end(name: string): Promise<void> {
    const webhooks = await opened.get(name)?.webhooks.catch(() => undefined)
    await webhooks?.close()
  }

  const timer = setInterval(() => {
    for (const manager of installation.list()) if (manager.state === 'running') open(manager).catch(() => undefined)
  }, lookMs)
  timer.unref()

  return {
    open,
    checkUrl: sender.checkUrl,
    async close() {
      isClosed = true
      clearInterval(timer)
      await Promise.all([...opened.keys()].map(end))
      await sender.close()
    },
  }
}

class RunningWebhooks implements ManagerWebhooks {
  readonly #webhooks: Map<string, RunningWebhook>
  readonly #store: WebhookStore
  readonly #start: (record: WebhookRecord) => RunningWebhook
  /** The change before, so that changes of a webhook follow each other. */
  #lastChange: Promise<unknown> = Promise.resolve()

  constructor(store: WebhookStore, records: readonly WebhookRecord[], deps: Omit<WebhookDeps, 'onGone'>) {
    this.#store = store
    this.#start = (record) => {
      const onGone = () =>
        this.change(record.id, { paused: true }).catch((error) =>
          deps.log.warn({ err: error }, 'cannot pause a webhook'),
        )
      return new RunningWebhook(record, { ...deps, onGone })
    }
    this.#webhooks = new Map(records.map((record) => [record.id, this.#start(record)]))
  }

  list = () => [...this.#webhooks.values()]
  find = (id: string) => this.#webhooks.get(id)

  create(record: WebhookRecord): Promise<RunningWebhook> {
    return this.#inOrder(async () => {
      if (this.#webhooks.size >= maxWebhooks) throw new RestError('MQWB0327E', [maxWebhooks])
      await this.#store.add(record)
      const webhook = this.#start(record)
      this.#webhooks.set(record.id, webhook)
      return webhook
    })
  }

  change(id: string, change: Partial<WebhookRecord>): Promise<void> {
    return this.#inOrder(async () => {
      const webhook = this.#webhooks.get(id)
      if (!webhook) return
      const record = { ...webhook.record, ...change }
      await this.#store.replace(record)
      await webhook.restart(record)
    })
  }

  remove(id: string): Promise<void> {
    return this.#inOrder(async () => {
      const webhook = this.#webhooks.get(id)
      if (!webhook) return
      await webhook.close()
      await this.#store.remove(webhook.record)
      this.#webhooks.delete(id)
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.list().map((webhook) => webhook.close()))
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastChange.then(work)
    this.#lastChange = done.catch(() => undefined)
    return done
  }
}
