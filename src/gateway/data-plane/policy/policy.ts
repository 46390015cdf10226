/** The definition of a policy: its settings, the steps within it, and the step that it becomes. */
import type { IncomingMessage } from 'node:http'
import type { HttpResponse } from '../../../shared/http/message/http-response.ts'
import type { Static, TSchema } from '../../../shared/lib/json-schema/type.ts'
import type {
  Api,
  Catalog,
  Config,
  PolicyCode,
  PolicyTypeSpec,
  Problem,
  SchemaPointer,
  SourceLocation,
} from '../../config/types/index.ts'
import type { DecideForProvider } from '../../contract/access/token-decision.ts'
import type { ResponseStore } from '../cache/store/response-store.ts'
import type { Call } from '../call/call.ts'
import type { CallStep } from '../call/call-progress.ts'
import type { GatewayDeps } from '../call/deps.ts'
import type { LimitCounters } from '../limits/limit-counters.ts'
import type { SecurityType } from '../security/security-type.ts'
import type { OpenThirdPartyVerifiers, ThirdPartyVerifiers } from '../security/third-party-verifiers.ts'
import type { TemplateScope } from '../templates/template.ts'
import type { LastingState } from '../upstream/lasting-state.ts'
import type { UpstreamConnections } from '../upstream/upstream-connections.ts'
import type { Condition } from './build-condition.ts'
import type { UndefinedValueDeps } from './reject-undefined-values.ts'
import type { BuildXmlValidation } from './xml-validation.ts'

/** The tables of the data plane, with the rows of the parts that this gateway has. */
export interface DataPlaneTables {
  /** The policies that an assembly may use. */
  policies: readonly Policy[]
  /** The security definition types of parts; in the tables of a gateway, with those of the data plane. */
  securities?: readonly SecurityType[] | undefined
  /** The policies in files beside the documents; undefined without a part that loads them. */
  policyFiles?: PolicyFileLoader | undefined
  /** Opens what verifies tokens of providers elsewhere; undefined without a part that can. */
  openThirdPartyVerifiers?: OpenThirdPartyVerifiers | undefined
  /** Opens what runs scripts; it starts no thread before `warm` or the first script. */
  openScripts?: (() => ScriptRunner) | undefined
  /** Builds a condition in JavaScript or JSONata; returns undefined for a text that is none. */
  buildScriptedCondition?: ((text: string, context: PolicyContext) => Condition | undefined) | undefined
  /** Builds the checks of bodies in XML. */
  buildXmlValidation?: BuildXmlValidation | undefined
  /** Builds the assemblies of OAuth providers; undefined without a part that runs them. Throws a `GatewayBuildError`. */
  buildProviderAssemblies?: ((config: Config, shared: SharedParts) => DecideForProvider) | undefined
}

/** The policies that files beside the documents export. */
export interface PolicyFiles {
  codes: readonly PolicyCode[]
  specs: readonly PolicyTypeSpec[]
  problems: readonly Problem[]
}

export interface PolicyFileLoader {
  /** Returns the policy of code that this process has loaded. */
  find(digest: string): Policy | undefined
  /** Loads code that was loaded before in another process. */
  load(codes: readonly PolicyCode[]): Promise<void>
  /** Returns the policies of a folder. A file that cannot be loaded is a problem. `policies` are those of the gateway. */
  read(configFolder: string, policies: readonly Policy[]): Promise<PolicyFiles>
}

/** Runs the scripts of policies. The part that opens it runs them; the data plane starts and ends it. */
export interface ScriptRunner {
  /** Starts what the defined scripts need, before the first call. */
  warm(): void
  /** Keeps nothing for scripts that may run again. */
  retire(): void
  close(): Promise<void>
}

/** Begins a call whose token another call has verified. */
export type ServeInnerCall = (request: IncomingMessage, response: HttpResponse, outer: Call) => void

/** What all APIs of one build share. */
export interface SharedParts {
  deps: GatewayDeps
  tables: DataPlaneTables
  connections: UpstreamConnections
  lasting: LastingState
  counters: LimitCounters
  /** What runs scripts; undefined without a part that does. */
  scripts: ScriptRunner | undefined
  responses: ResponseStore
  thirdPartyVerifiers: ThirdPartyVerifiers
  serveInnerCall: ServeInnerCall
  /** Reports values that nothing in the documents defines, and what a policy does differently from what its settings may mean. */
  warn: UndefinedValueDeps['warn']
}

/** The surroundings in which a policy is built. */
export interface PolicyContext extends SharedParts {
  api: Api
  catalog: Catalog
  location: SourceLocation
  scope: TemplateScope
  /** The steps within the policy, in the order of `branches`. */
  branches: readonly (readonly CallStep[])[]
}

export interface Policy<S extends TSchema = TSchema> {
  policy: string
  settings: S
  /** Returns the paths inside the settings that hold steps, in the order of the built branches. */
  branches?(settings: Static<S>): readonly (readonly (string | number)[])[]
  /** Returns pointers to schemas that the settings name; policies that check messages against the contract have it. */
  contract?(settings: Static<S>): readonly SchemaPointer[]
  /** Returns the references to schemas of the document in the settings, such as `#/definitions/Order`. */
  schemaReferences?(settings: Static<S>): readonly string[]
  /** Returns whether the built policy works before or without a call, such as by health checks. */
  hasBackgroundWork?(settings: Static<S>): boolean
  /** Returns whether the policy may read the body that the caller sent after another policy has replaced it. */
  keepsRequestBody?(settings: Static<S>): boolean
  /** Returns the variables that the policy sets, so that templates may use them. */
  assignedVariables?(settings: Static<S>): readonly string[]
  /** Returns the step. Throws a `DocumentError` or `GatewayBuildError` when the settings do not work in this API. */
  build(settings: Static<S>, context: PolicyContext): CallStep
}

/** Returns the policy. It lets TypeScript infer the type of the settings. */
export function definePolicy<S extends TSchema>(policy: Policy<S>): Policy<S> {
  return policy
}
