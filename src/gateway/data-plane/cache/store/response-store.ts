/** The kept responses of a worker, in one store for all APIs. The least recently used ones make room. */
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../../../shared/lib/caches/limit-entries.ts'
import { defaultMetricsRegistry, type Registry } from '../../../../shared/lib/output/prometheus.ts'
import { gatherInvalidations, type InvalidResources } from './announce-invalidations.ts'

export interface KeptResponse {
  status: number
  headers: readonly string[]
  body: Buffer
  /** When the response was generated, on the clock of the gateway in milliseconds. */
  generatedAt: number
  /** How long it is fresh after its generation, and then may be used while it is renewed, in milliseconds. */
  freshMs: number
  staleMs: number
  /** Whether the response may not be used without a question to the upstream, even while it is fresh. */
  isCheckedAlways: boolean
  /** Whether the response may not be used when it is not fresh. */
  isNeverStale: boolean
  /** The headers of the request that the response depends on (`Vary`), with their values. */
  varies: readonly (readonly [name: string, value: string | undefined])[]
  /** The time of the request in the order of invalidations: see `ResponseStore.now`. */
  order: number
}

interface Entry {
  variants: readonly KeptResponse[]
  /** Whether the last response to the request could not be kept, so that requests do not wait for one another. */
  isPassed: boolean
}

const defaultStoreBytes = 32 * 1024 * 1024
const maxEntries = 20_000
const maxVariants = 16
const overheadBytes = 512

export class ResponseStore {
  readonly #entries: LRUCache<string, Entry>
  readonly #invalidations: LRUCache<string, number>
  readonly #maxBytes: number
  #order = 0
  /** Responses of requests up to this one are invalid, because the store has forgotten which of them are not. */
  #floor = 0
  #reserved = 0
  readonly #announce: ((resource: string) => void) | undefined
  /** How many resources were invalidated: by requests to this worker, and by those to others. */
  readonly invalidated = { here: 0, elsewhere: 0 }

  /** `announce` tells other workers of an invalid resource. */
  constructor(maxBytes = defaultStoreBytes, announce?: (resource: string) => void) {
    this.#maxBytes = maxBytes
    this.#announce = announce
    const maxSize = Math.max(1, maxBytes)
    const leastBytes = Math.max(overheadBytes, Math.ceil(maxSize / maxEntries)) // limits the number of entries
    this.#entries = new LRUCache({
      maxSize,
      sizeCalculation: ({ variants }, key) =>
        variants.reduce((sum, each) => sum + sizeOf(each), leastBytes + key.length),
    })
    this.#invalidations = new LRUCache({
      ...limitEntries(Math.ceil(maxSize / leastBytes)),
      dispose: (order) => {
        this.#floor = Math.max(this.#floor, order)
      },
      noDisposeOnSet: true,
    })
  }

  get bytes(): number {
    return this.#entries.calculatedSize + this.#reserved
  }

  /** Returns the present in the order of invalidations. A response whose request began before an invalidation is not used after it. */
  now(): number {
    return this.#order
  }

  /** Makes the responses of a resource invalid, in all workers. */
  invalidate(url: string): void {
    this.#invalidateHere(url)
    this.invalidated.here += 1
    this.#announce?.(url)
  }

  /** Makes responses invalid as another worker has announced. */
  receiveInvalidations(resources: InvalidResources): void {
    this.invalidated.elsewhere += resources === 'all' ? 1 : resources.length
    if (resources === 'all') {
      this.#order += 1
      this.#floor = this.#order
    } else for (const each of resources) this.#invalidateHere(each)
  }

  #invalidateHere(url: string): void {
    this.#order += 1
    this.#invalidations.set(url, this.#order)
  }

  /** Returns a response that is for the request; undefined when there is none. `url` is what invalidations name. */
  find(key: string, url: string, isFor: (varies: KeptResponse['varies'][number]) => boolean): KeptResponse | undefined {
    const validAfter = Math.max(this.#floor, this.#invalidations.get(url) ?? 0)
    const variants = this.#entries.get(key)?.variants
    return variants?.find(({ order, varies }) => order >= validAfter && varies.every(isFor))
  }

  add(key: string, response: KeptResponse): void {
    const others = (this.#entries.get(key)?.variants ?? []).filter((each) => !isSameVariant(each, response))
    const variants = [response, ...others].slice(0, maxVariants)
    const size = variants.reduce((sum, each) => sum + sizeOf(each), 0)
    this.#entries.set(key, { variants: size > this.#maxBytes / 2 ? [response] : variants, isPassed: false })
  }

  /** Notes that the response to a request could not be kept. Kept responses for the key are dropped. */
  pass(key: string): void {
    if (!this.isPassed(key)) this.#entries.set(key, { variants: [], isPassed: true })
  }

  isPassed(key: string): boolean {
    return this.#entries.peek(key)?.isPassed === true
  }

  /** Reserves memory for a body that arrives. Returns false when there is none; the body is then not kept. */
  reserve(bytes: number): boolean {
    if (this.#reserved + bytes > this.#maxBytes) return false
    this.#reserved += bytes
    return true
  }

  release(bytes: number): void {
    this.#reserved -= bytes
  }
}

/**
 * Opens the store of a worker with its metrics. Metrics of the same names in the registry are replaced. `announce` sends
 * invalid resources to the other workers.
 */
export function openResponseStore(
  maxBytes: number,
  announce: (resources: InvalidResources) => void,
  metrics: Registry = defaultMetricsRegistry,
): ResponseStore {
  const store = new ResponseStore(maxBytes, gatherInvalidations(announce))
  const total = 'sluice_response_cache_invalidations_total'
  metrics.replace(total, () => ({
    name: total,
    help: 'Resources whose kept responses were made invalid, by the worker that got the request',
    type: 'counter',
    values: Object.entries(store.invalidated).map(([worker, value]) => ({ labels: { worker }, value })),
  }))
  const name = 'sluice_response_cache_bytes'
  const help = 'Memory of kept responses'
  metrics.replace(name, () => ({ name, help, type: 'gauge', values: [{ labels: {}, value: store.bytes }] }))
  return store
}

function sizeOf({ headers, body }: KeptResponse): number {
  return headers.reduce((sum, each) => sum + each.length + 16, overheadBytes + body.length)
}

function isSameVariant({ varies }: KeptResponse, other: KeptResponse): boolean {
  return JSON.stringify(varies) === JSON.stringify(other.varies)
}
