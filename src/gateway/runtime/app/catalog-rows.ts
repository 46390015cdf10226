/** What a part may add to each catalog of a worker. */
import type { UserRegistry } from '../../../shared/registries/index.ts'
import type { Catalog } from '../../config/types/index.ts'
import type { EditApplication } from '../applications/application-edit.ts'
import type { SendPartRequest } from '../rpc/part-requests.ts'
import type { TokenIssuer } from '../tokens/inspect-token.ts'
import type { GatewayInstanceOptions } from './gateway-instance.ts'
import type { Mount } from './mounts.ts'

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

export interface OpenPortalOptions
  extends Pick<
    GatewayInstanceOptions,
    | 'baseUrl'
    | 'store'
    | 'counters'
    | 'clock'
    | 'log'
    | 'requestPrimary'
    | 'previousFilesFolder'
    | 'documentsFolder'
    | 'mail'
  > {
  catalog: Catalog
  registries: ReadonlyMap<string, UserRegistry>
  issuers: readonly TokenIssuer[]
  /** Edits the document of an application. Resolves when every worker uses the change. */
  editApplication: EditApplication
}
