/** The contract of forwarding: requests about a queue manager whose active instance runs in another process. */
import type { ActiveInstanceInfo, InstanceServer, QueueManager } from '../../manager/index.ts'
import type { Caller } from '../identity/roles.ts'
import type { PropertyValues } from '../settings/properties.ts'
import type { RestContext, RestResponse } from './rest-context.ts'

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
