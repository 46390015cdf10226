/** What a part may add to the MQ web server. Its code is loaded when the server is opened. */
import type { RequestListener } from 'node:http'
import type { TaggedResource } from '../../../shared/rest/resource.ts'
import type { OpenForwarding } from './forwarding.ts'
import type { RestRoute } from './rest-context.ts'
import type { DialectHeaderNames } from './rest-dialect.ts'
import type { RestServices } from './rest-services.ts'

export interface WebPart {
  /** Loads the function that opens the forwarding of requests to active instances on other machines. */
  readonly loadForwarding?: () => Promise<OpenForwarding>
  /** Loads the function that opens the service of the part; it returns undefined when the settings switch that off. */
  readonly loadService?: () => Promise<OpenPartService>
  /** Loads the REST resources of the part. */
  readonly loadResources?: () => Promise<WebResources>
}

/** The work of a part that goes on between requests. The server closes it after its listeners. */
export interface PartService {
  /** The listener of requests outside of the REST API. With it, the server has the resources of the console. */
  readonly page?: RequestListener
  close(): Promise<void>
}

export interface PartServiceDeps
  extends Pick<RestServices, 'installation' | 'serverPrincipal' | 'settings' | 'clock' | 'log'> {
  /** The folder of `mqwebuser.xml`. */
  readonly folder: string
}

export type OpenPartService = (deps: PartServiceDeps) => PartService | undefined

/** The REST resources of a part. */
export interface WebResources {
  /** Rows of the REST API. */
  readonly routes: readonly RestRoute[]
  /** Rows of the REST resources of the console. */
  readonly consoleRoutes: readonly RestRoute[]
  /** Loads the descriptions of all rows; called for each OpenAPI document. */
  readonly loadDescriptions: () => Promise<ResourceDescriptions>
}

/** What OpenAPI documents say about resources, by method and path. */
export interface ResourceDescriptions {
  readonly operations: MqOperations
  readonly consoleOperations: MqOperations
}

/** The description of a resource. */
export interface MqOperation extends TaggedResource {
  /** The headers that the request can have, by their keys in the dialect. */
  readonly requestHeaders?: readonly (keyof DialectHeaderNames)[]
  /** The headers that a successful response can have. */
  readonly responseHeaders?: readonly (keyof DialectHeaderNames)[]
}

/** The descriptions by method and path: `GET /admin/qmgr`. */
export type MqOperations = Readonly<Record<string, MqOperation>>

/** Returns the service of this class. Throws an `Error` when the process was opened without the row of its part. */
export function findPartService<Service extends PartService>(
  { partServices }: Pick<RestServices, 'partServices'>,
  type: abstract new (...args: never[]) => Service,
): Service {
  const service = partServices.find((each): each is Service => each instanceof type)
  if (!service) throw new Error(`the process has no ${type.name}: it was opened without the row of its part`)
  return service
}

/** Returns the REST resources of the parts. Rejects when their code cannot be loaded. */
export function loadResources(parts: readonly WebPart[]): Promise<readonly WebResources[]> {
  return Promise.all(parts.flatMap((part) => part.loadResources?.() ?? []))
}
