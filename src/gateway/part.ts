/** What a part of the gateway may add: rows of tables that the core has. Every member is optional. */
import type { Command, OpenApiFile } from '../shared/cli/common/command.ts'
import type { Resource } from '../shared/rest/resource.ts'
import type { Config } from './config/types/index.ts'
import type { DecisionComparison } from './contract/access/decision-comparison.ts'
import type { ApiImport, ImportApiRequest, StarterApi } from './contract/api-import.ts'
import type { CatalogRows } from './runtime/app/catalog-rows.ts'
import type { DocumentRows, DocumentSource } from './runtime/documents/open-documents.ts'
import type { CatalogsInUse, CatalogWithoutApis } from './runtime/documents/serialized-config.ts'
import type { PrimaryRows } from './runtime/gateway/worker-requests.ts'
import type { PartHandlers } from './runtime/rpc/part-requests.ts'
import type { Telemetry } from './telemetry/index.ts'

/** What tasks of a part in the document thread use. */
export interface DocumentThread {
  /** Returns the catalogs of a message. */
  readCatalogs(inUse: CatalogsInUse): readonly CatalogWithoutApis[]
  parts: readonly GatewayPart[]
}

/** What reads OpenAPI files that were not written for this gateway. Each rejects with a message for the user. */
export interface OpenApiImport {
  /** Returns the bundled OpenAPI document. */
  readOpenApi(file: OpenApiFile): Promise<object>
  readStarter(file: OpenApiFile, parts: readonly GatewayPart[]): Promise<StarterApi>
  /** Makes API documents from files, each apart: one that is rejected does not keep the others from it. */
  importApis(
    request: ImportApiRequest,
    folder: Pick<DocumentSource, 'configFolder' | 'environment'>,
    parts: readonly DocumentRows[],
  ): Promise<ApiImport>
}

export interface ComparisonOptions {
  /** The parts of the gateway that the documents use. */
  parts: readonly GatewayPart[]
  /** The folder of the documents of the gateway. */
  folder: string
  environment: Record<string, string | undefined>
  dataFolder: string
  /** The folder of the kept calls. */
  callFolder: string
  /** Milliseconds since the epoch. */
  since: number
  /** The most calls that are compared, the newest ones. */
  maxCalls: number
}

export interface GatewayPart extends CatalogRows, PrimaryRows, DocumentRows {
  /** The name of its folder. */
  readonly name: string
  /** The commands of `sluice`. Their code is loaded when they run. */
  readonly commands?: readonly Command<GatewayParts>[]
  /** Returns the JSON Schemas of the files that the part reads beside documents, by kind, for editors. */
  readonly editorSchemas?: () => Promise<Readonly<Record<string, object>>>
  /** Returns the REST resources of the part, for the reference. */
  readonly restResources?: () => Promise<Readonly<Record<string, Resource>>>
  readonly loadOpenApiImport?: () => Promise<OpenApiImport>
  /** Compares how documents decide kept calls with how those that run decide them. `config` has the new documents. */
  readonly compareDecisions?: (config: Config, options: ComparisonOptions) => Promise<DecisionComparison>
  /** Returns the functions that handle requests of the part in a worker. */
  readonly workerRequests?: (telemetry: () => Telemetry) => PartHandlers
  /** Returns the functions that handle tasks of the part in the document thread. */
  readonly documentTasks?: (thread: DocumentThread) => PartHandlers
}

/** The parts that the process has, as its commands get them. */
export interface GatewayParts {
  readonly gatewayParts: readonly GatewayPart[]
}
