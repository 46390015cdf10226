/** Defines products, plans and their limits. */
import type { ApiDeprecation } from './api.ts'
import type { Application, LocatedTokenCeiling, Subscription } from './applications.ts'
import type { SourceLocation } from './source-location.ts'

export interface Product {
  /** The name in the catalog: `shop`; `shop:2.0.0` for a version beside the one that `shop` means. */
  name: string
  title: string
  description?: string | undefined
  version: string
  /** The icon: a file relative to the document, or a data URL. */
  icon?: string | undefined
  /** Only published and deprecated products open APIs; deprecated ones are not subscribed. Default: published. */
  state?: ProductState
  /** Who sees the product at the developer portal. Default: public. */
  visibility?: ProductVisibility
  /** The notice that the product will be turned off, for the portal and for the headers of responses. */
  deprecation?: ApiDeprecation | undefined
  plans: ReadonlyMap<string, Plan>
  location: SourceLocation
}

/** Returns whether `wanted`, `shop` or `shop:2.0.0`, names the product. */
export function isProductNamed({ name, version }: Pick<Product, 'name' | 'version'>, wanted: string): boolean {
  return wanted === name || wanted === `${name}:${version}`
}

/** Returns the product that a subscription names; undefined when there is none. */
export function findProduct<T extends Pick<Product, 'name' | 'version'>>(
  products: readonly T[],
  wanted: string,
): T | undefined {
  return products.find((each) => isProductNamed(each, wanted))
}

/** Returns what `findProduct` finds by each name, for code that looks up many. */
export function indexProducts(products: readonly Product[]): ReadonlyMap<string, Product> {
  const names = ({ name, version }: Product) => [name, `${name}:${version}`]
  return new Map(products.toReversed().flatMap((each) => names(each).map((name) => [name, each])))
}

/** Returns the subscription to a product. One of both may name the version where the other does not. */
export function findSubscription(
  { subscriptions }: Pick<Application, 'subscriptions'>,
  wanted: string,
  { products }: { products: readonly Pick<Product, 'name' | 'version'>[] },
): Subscription | undefined {
  const product = findProduct(products, wanted)
  return subscriptions.find((each) => (product ? isProductNamed(product, each.product) : each.product === wanted))
}

/** Returns whether the plans of the product open APIs. */
export function isOpenProduct({ state = 'published' }: Pick<Product, 'state'>): boolean {
  return state === 'published' || state === 'deprecated'
}

const { compare } = new Intl.Collator('en', { numeric: true })

/** Orders versions of a product. Its name alone means the first one: the lowest that opens APIs. */
export function compareVersions(
  one: Pick<Product, 'state' | 'version'>,
  other: Pick<Product, 'state' | 'version'>,
): number {
  return Number(isOpenProduct(other)) - Number(isOpenProduct(one)) || compare(one.version, other.version)
}

/** Returns the name that all versions of the product have. */
export function productBaseName({ name }: Pick<Product, 'name'>): string {
  return name.replace(/:.*/, '')
}

export type ProductState = 'staged' | 'published' | 'deprecated' | 'retired'

/** `public`: all readers of the catalogue; `authenticated`: signed-in users; `subscribed`: subscribers and owners. */
export type ProductVisibility = 'public' | 'authenticated' | 'subscribed'

/** The calls, messages or bytes that are allowed within an interval. Only `hard` limits reject calls above them. */
export interface CallLimit {
  name: string
  kind: 'rate' | 'burst' | 'message' | 'byte'
  /** The number of calls, messages or bytes; undefined for no limit. */
  calls: number | undefined
  /** The interval in seconds; 0 when there is no limit. */
  intervalSeconds: number
  hard: boolean
  location: SourceLocation
}

/** Terms of access of an API, of the applications of a plan, or of an application. */
export interface AccessTerms {
  /** The calls that each worker serves at the same time; undefined for no limit. */
  concurrentCalls: number | undefined
  /** The IP addresses and networks of callers; an empty `allow` allows all. Undefined allows all. */
  addresses: { allow: readonly string[]; deny: readonly string[] } | undefined
}

export interface Plan {
  name: string
  title: string
  description?: string | undefined
  /** The price for readers: `49 € per month`. */
  price?: string | undefined
  approval: boolean
  limits: readonly CallLimit[]
  /** The APIs that the plan opens, by `name:version`. */
  apis: ReadonlySet<string>
  /** The terms of single APIs by `name:version`; absent when the plan opens all APIs on its own terms. */
  apiTerms?: ReadonlyMap<string, PlanApiTerms>
  /** The limits that apply where a policy of an assembly names them. */
  assemblyLimits?: readonly AssemblyLimit[]
  /** The terms of access of each application under the plan; absent when there are none. */
  terms?: AccessTerms
  /** Upper limits for the tokens of the plan's applications; when absent, the provider's settings apply. */
  tokenCeiling?: LocatedTokenCeiling
  location: SourceLocation
}

/** The terms of an API in a plan. For each kind, limits of an operation replace the API's, and those the plan's. */
export interface PlanApiTerms {
  limits: readonly CallLimit[]
  /** The only operations that the plan opens, by `METHOD /path`, with their limits; undefined opens all. */
  operations: ReadonlyMap<string, readonly CallLimit[]> | undefined
}

export interface AssemblyLimit extends CallLimit {
  /** The amount that one call adds to the count. */
  weight: number
  /** Whether callers learn of the limit: status 429 and limit headers; otherwise 503. */
  isClient: boolean
  /** The keys of the count within the plan: each API, application or client has a count of its own. */
  per: { api: boolean; application: boolean; client: boolean }
}
