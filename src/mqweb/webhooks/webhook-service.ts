/** The webhooks of all queue managers that run in this process. Deliveries begin when a queue manager runs here. */
import type { WebhookView } from '../../contract/console/webhooks.ts'
import type { Log } from '../../lib/output/log.ts'
import { type Installation, mqError, type Principal, type QueueManager } from '../../qm/index.ts'
import type { ManagerWebhooks, Webhook, WebhookRecord, WebhookService } from '../context/webhooks.ts'
import { RestError } from '../errors/rest-error.ts'
import { type DeliveryHistory, WebhookDelivery } from './webhook-delivery.ts'
import { openWebhookSender, type WebhookSender } from './webhook-sender.ts'
import { WebhookStore } from './webhook-store.ts'

/** How often the service looks for queue managers that have started, also as a standby that took over. */
const lookMs = 1_000
const maxWebhooks = 500

export interface WebhookServiceDeps {
  installation: Installation
  serverPrincipal: Principal
  /** Returns the CIDRs inside the network to which deliveries may go, separated by commas. */
  allowedNetworks: () => string
  clock: () => number
  log: Log
}

type OpenedManager = { startedAt: number | undefined; webhooks: Promise<RunningWebhooks> }

export function openWebhookService(deps: WebhookServiceDeps): WebhookService {
  const { installation, log } = deps
  const sender = openWebhookSender(deps.allowedNetworks, deps.clock)
  const opened = new Map<string, OpenedManager>()
  let isClosed = false

  /** Ends what an earlier run of the queue manager has opened, and loads the webhooks of this run. */
  function open(manager: QueueManager): Promise<RunningWebhooks> {
    const { name, startedAt, state } = manager
    if (isClosed || state !== 'running')
      throw mqError('MQRC_Q_MGR_NOT_AVAILABLE', `${name} is ${state}`, { object: name })
    const known = opened.get(name)
    if (known && known.startedAt === startedAt) return known.webhooks
    const webhooks = end(name).then(() => RunningWebhooks.load(manager, sender, deps))
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
    for (const manager of installation.list())
      if (manager.state === 'running') void open(manager).catch(() => undefined)
  }, lookMs)
  timer.unref()

  return {
    open: async (manager) => open(manager),
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
  readonly #webhooks = new Map<string, RunningWebhook>()
  readonly #store: WebhookStore
  readonly #start: (record: WebhookRecord) => RunningWebhook
  /** The change before, so that changes of a webhook follow each other. */
  #lastChange: Promise<unknown> = Promise.resolve()

  static async load(manager: QueueManager, sender: WebhookSender, deps: WebhookServiceDeps): Promise<RunningWebhooks> {
    const store = new WebhookStore(manager, deps.serverPrincipal)
    const records = await store.load()
    const webhooks = new RunningWebhooks(store, manager, sender, deps)
    for (const record of records) webhooks.#add(record)
    return webhooks
  }

  private constructor(store: WebhookStore, manager: QueueManager, sender: WebhookSender, deps: WebhookServiceDeps) {
    const { clock, log } = deps
    this.#store = store
    this.#start = (record) => {
      const pause = () =>
        void this.change(record.id, { paused: true }).catch((error) =>
          log.warn({ err: error }, 'cannot pause a webhook'),
        )
      const history: DeliveryHistory = { delivered: 0, failed: 0, setAside: 0, attempts: [] }
      const shared = { manager, sender, clock, log, history, onGone: pause }
      return new RunningWebhook(record, history, (now) => new WebhookDelivery(now, shared))
    }
  }

  list = () => [...this.#webhooks.values()]
  find = (id: string) => this.#webhooks.get(id)

  create(record: WebhookRecord): Promise<Webhook> {
    return this.#inOrder(async () => {
      if (this.#webhooks.size >= maxWebhooks) throw new RestError('MQWB0327E', [maxWebhooks])
      await this.#store.add(record)
      return this.#add(record)
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

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastChange.then(work)
    this.#lastChange = done.catch(() => undefined)
    return done
  }

  async close(): Promise<void> {
    await Promise.all(this.list().map((webhook) => webhook.close()))
  }

  #add(record: WebhookRecord): RunningWebhook {
    const webhook = this.#start(record)
    this.#webhooks.set(record.id, webhook)
    return webhook
  }
}

class RunningWebhook implements Webhook {
  record: WebhookRecord
  #delivery: WebhookDelivery | undefined
  readonly #history: DeliveryHistory
  readonly #deliver: (record: WebhookRecord) => WebhookDelivery

  constructor(record: WebhookRecord, history: DeliveryHistory, deliver: (record: WebhookRecord) => WebhookDelivery) {
    this.record = record
    this.#history = history
    this.#deliver = deliver
    if (!record.paused) this.#delivery = deliver(record)
  }

  async restart(record: WebhookRecord): Promise<void> {
    await this.close()
    this.record = record
    this.#delivery = record.paused ? undefined : this.#deliver(record)
  }

  async close(): Promise<void> {
    await this.#delivery?.close()
  }

  view(): WebhookView {
    const { id, target, holder, createdAt, principal, secrets, ...options } = this.record
    const { problem, held = 0 } = this.#delivery ?? {}
    const { delivered, failed, setAside } = this.#history
    const created = { createdAt: new Date(createdAt).toISOString(), user: holder.user, client: holder.client }
    return { id, ...target, ...options, ...created, ...(problem && { problem }), held, delivered, failed, setAside }
  }

  listAttempts() {
    return this.#history.attempts.toReversed()
  }
}
