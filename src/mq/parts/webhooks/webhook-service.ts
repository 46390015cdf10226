/** The webhooks of all queue managers that run in this process. Deliveries begin when a queue manager runs here. */
import { mqError, type QueueManager } from '../../manager/index.ts'
import type { PartService, PartServiceDeps } from '../../web/context/web-part.ts'
import { RestError } from '../../web/errors/rest-error.ts'
import { RunningWebhook, type WebhookDeps } from './running-webhook.ts'
import { openWebhookSender, type WebhookSender } from './webhook-sender.ts'
import { type ManagerWebhooks, type WebhookRecord, WebhookStore } from './webhook-store.ts'

/** How often the service looks for queue managers that have started, also as a standby that took over. */
const lookMs = 1_000
const maxWebhooks = 500

export class WebhookService implements PartService {
  readonly #deps: PartServiceDeps
  readonly #sender: WebhookSender
  readonly #opened = new Map<string, { startedAt: number | undefined; webhooks: Promise<RunningWebhooks> }>()
  readonly #timer: NodeJS.Timeout
  #isClosed = false

  /** Starts to look for queue managers that run. */
  constructor(deps: PartServiceDeps) {
    this.#deps = deps
    const { installation, settings, clock } = deps
    this.#sender = openWebhookSender(() => settings().properties.mqRestWebhookAllowedNetworks, clock)
    this.#timer = setInterval(() => {
      for (const manager of installation.list())
        if (manager.state === 'running') this.open(manager).catch(() => undefined)
    }, lookMs).unref()
  }

  /** Returns the webhooks of a queue manager, and ends those of an earlier run. Rejects while it is not running. */
  async open(manager: QueueManager): Promise<ManagerWebhooks> {
    const { serverPrincipal, clock, log } = this.#deps
    const { name, startedAt, state } = manager
    if (this.#isClosed || state !== 'running')
      throw mqError('MQRC_Q_MGR_NOT_AVAILABLE', `${name} is ${state}`, { object: name })
    const known = this.#opened.get(name)
    if (known && known.startedAt === startedAt) return known.webhooks
    const store = new WebhookStore(manager, serverPrincipal)
    const webhooks = this.#end(name).then(
      async () => new RunningWebhooks(store, await store.load(), { manager, sender: this.#sender, clock, log }),
    )
    this.#opened.set(name, { startedAt, webhooks })
    webhooks.catch((error) => {
      if (this.#opened.get(name)?.webhooks === webhooks) this.#opened.delete(name)
      log.warn({ err: error, qmgr: name }, 'cannot load the webhooks of the queue manager')
    })
    return webhooks
  }

  /** Resolves when the server may deliver to the URL. Rejects with an `Error` that has the reason otherwise. */
  checkUrl(url: string): Promise<void> {
    return this.#sender.checkUrl(url)
  }

  /** Ends all deliveries. Messages whose delivery has no response return to their queues. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await Promise.all([...this.#opened.keys()].map((name) => this.#end(name)))
    await this.#sender.close()
  }

  async #end(name: string): Promise<void> {
    const webhooks = await this.#opened.get(name)?.webhooks.catch(() => undefined)
    await webhooks?.close()
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
        this.change(record.id, () => ({ paused: true })).catch((error) =>
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

  change(id: string, change: Parameters<ManagerWebhooks['change']>[1]): Promise<void> {
    return this.#changeInOrder(id, async (webhook) => {
      const record = { ...webhook.record, ...change(webhook.record) }
      await this.#store.replace(record)
      await webhook.restart(record)
    })
  }

  remove(id: string): Promise<void> {
    return this.#changeInOrder(id, async (webhook) => {
      await webhook.close()
      await this.#store.remove(webhook.record).catch(async (error) => {
        await webhook.restart(webhook.record)
        throw error
      })
      this.#webhooks.delete(id)
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.list().map((webhook) => webhook.close()))
  }

  #changeInOrder(id: string, work: (webhook: RunningWebhook) => Promise<void>): Promise<void> {
    return this.#inOrder(async () => {
      const webhook = this.#webhooks.get(id)
      if (webhook) await work(webhook)
    })
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastChange.then(work)
    this.#lastChange = done.catch(() => undefined)
    return done
  }
}
