/** What a part may add to each catalog of a worker. */

import type { Log } from '../../../shared/lib/output/log.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { UserRegistry } from '../../../shared/registries/index.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import type { Catalog } from '../../config/types/index.ts'
import type { EditApplication } from '../applications/application-edit.ts'
import type { WorkerToPrimary } from '../messages.ts'
import type { SendPartRequest } from '../rpc/part-requests.ts'
import type { RpcChannel } from '../rpc/rpc-channel.ts'
import type { MailSettings } from '../settings/index.ts'
import type { TokenIssuer } from '../tokens/inspect-token.ts'
import type { Mount } from './mounts.ts'
import type { AppCounters } from './open-counters.ts'

export interface CatalogRows {
  /** Opens the developer portal of a catalog; undefined when it has none. */
  readonly openPortal?: (options: OpenPortalOptions) => Promise<CatalogPortal | undefined>
  /** Returns the function that writes applications of portal users and registered clients, in the primary. */
  readonly buildApplicationEditor?: (send: SendPartRequest) => EditApplication
}

export interface CatalogPortal extends Mount {
  /** The URL path, such as `/acme/sandbox/portal`. */
  path: string
  /** Ends the background work. */
  close(): void
}

export interface OpenPortalOptions {
  catalog: Catalog
  registries: ReadonlyMap<string, UserRegistry>
  issuers: readonly TokenIssuer[]
  baseUrl: string
  store: StateStore
  counters: AppCounters
  clock: Clock
  log: Log
  /** Sends a request to the primary. */
  requestPrimary: RpcChannel<WorkerToPrimary>['request']
  /** The folder that keeps the files of earlier builds of the portal; undefined when none are kept. */
  previousFilesFolder?: string | undefined
  editApplication: EditApplication
  /** The folder of the documents. */
  documentsFolder: string
  /** The SMTP server of the portal; undefined when e-mail is off. */
  mail?: MailSettings | undefined
}
