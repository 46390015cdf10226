/** What a part may add to the MQ web server. Its code is loaded when the server is opened. */
import type { RequestListener } from 'node:http'
import type { TaggedResource } from '../../../shared/rest/resource.ts'
import type { ActiveInstanceInfo, InstanceServer, QueueManager } from '../../manager/index.ts'
import type { Caller } from '../identity/roles.ts'
import type { PropertyValues } from '../settings/properties.ts'
import type { RestContext, RestResponse, RestRoute, RestServices } from './rest-context.ts'
import type { DialectHeaderNames } from './rest-dialect.ts'

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

/** A queue manager of this installation, and its active instance in another process. */
export type ActiveElsewhere = { readonly manager: QueueManager; readonly active: ActiveInstanceInfo }

/** A request that another MQ web server has forwarded, before its caller is known. */
export type ForwardedContext = Pick<RestContext, 'params' | 'services' | 'request' | 'dialect' | 'path'>

type Application = 'rest' | 'console'

export interface RequestForwarding {
  /** The name, in lower case, of the header in which the other server names the caller. */
  readonly callerHeader: string
  /** Returns the active instance in another process; undefined when this process serves the request. */
  findActiveElsewhere(context: RestContext): Promise<ActiveElsewhere | undefined> | undefined
  /** Returns the response of the active instance. Throws MQWB0045E (503) when it is unreachable or replaced. */
  forward(context: RestContext, application: Application, elsewhere: ActiveElsewhere): Promise<RestResponse>
  /** Returns the caller of a forwarded request. Throws MQWB0104E (401) without a valid signature, MQWB0046E (503). */
  authenticate(context: ForwardedContext, application: Application): Promise<Caller>
  /** Returns whether another process serves a queue manager that does not run here. Never rejects. */
  isServedElsewhere(manager: QueueManager): Promise<boolean>
  /** Returns how other instances reach this server; undefined without HTTPS. Rejects when it does not respond. */
  findServer(): Promise<InstanceServer | undefined>
  /** Looks for the server again when it is needed: its settings or its certificate may have changed. */
  forgetServer(): void
  close(): Promise<void>
}

/** What this server listens on, and the properties that say how others reach it. */
export interface OwnServer {
  readonly listenerUrl: string
  readonly properties: Pick<PropertyValues, 'httpHost' | 'mqRestInstanceUrl'>
}

export type OpenForwarding = (readServer: () => OwnServer) => RequestForwarding
