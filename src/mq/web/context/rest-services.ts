/** The services that handlers use. The server creates them once. */
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { Installation, Principal } from '../../manager/index.ts'
import type { ResponseCounts } from '../metrics/mqweb-metrics.ts'
import type { Authenticator } from '../security/authenticator.ts'
import type { CredentialVerifier } from '../security/credential-verifier.ts'
import type { SessionStore } from '../security/session-store.ts'
import type { SignInProvider } from '../security/sign-in-provider.ts'
import type { MqwebSettings } from '../settings/settings.ts'
import type { RequestForwarding } from './forwarding.ts'
import type { Leases } from './leases.ts'
import type { MessagingLimit } from './messaging-limit.ts'
import type { WaitingGets } from './waiting-gets.ts'
import type { PartService, WebResources } from './web-part.ts'

export interface RestServices {
  installation: Installation
  /** Returns the current settings. They change while the server runs. */
  settings: () => MqwebSettings
  authenticator: Pick<Authenticator, 'authenticate'>
  credentials: CredentialVerifier
  sessions: SessionStore
  /** Returns the provider at which users of the console sign in; undefined when there is none. */
  provider: () => SignInProvider | undefined
  /** The user who started the server. Administrators act as this principal. */
  serverPrincipal: Principal
  messagingLimit: MessagingLimit
  waitingGets: WaitingGets
  leases: Leases
  responseCounts: ResponseCounts
  /** The services that the parts have opened. Handlers of a part find theirs by its class. */
  partServices: readonly PartService[]
  /** The REST resources of the parts. */
  resources: readonly WebResources[]
  /** Sends requests to the active instance of a queue manager on another machine; undefined without the part. */
  forwarding: RequestForwarding | undefined
  clock: Clock
  log: Log
}
