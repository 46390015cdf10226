/** What the handlers of the REST API work with. Built once by the server. */
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Installation, Principal } from '../../qm/index.ts'
import type { WaitingGets } from '../messaging/waiting-gets.ts'
import type { ResponseCounts } from '../metrics/response-counts.ts'
import type { Authenticator } from '../security/authenticate.ts'
import type { Credentials } from '../security/credentials.ts'
import type { Sessions } from '../security/sessions.ts'
import type { Settings } from '../settings/settings.ts'
import type { MessagingLimit } from './limit.ts'

export interface Services {
  installation: Installation
  /** The settings of now; they change while the server runs. */
  settings: () => Settings
  authenticator: Authenticator
  credentials: Credentials
  sessions: Sessions
  /** The user who started the server: as whom administrators act. */
  serverUser: Principal
  messagingLimit: MessagingLimit
  waitingGets: WaitingGets
  responses: ResponseCounts
  clock: Clock
  log: Log
}
