/**
 * What the gateway prepares when documents are loaded, so that a call finds it done: APIs, the resources in them,
 * and the endpoint of each operation.
 */
import type { Api, Catalog, Operation } from '../../config/types/index.ts'
import type { Whereabouts } from '../../telemetry/calls/index.ts'
import type { Segments } from '../routing/segments.ts'
import type { Recovery } from './recovery.ts'
import type { Refusal } from './refusals.ts'
import type { Step } from './run.ts'

/** An API where it is published. */
export interface PublishedApi {
  api: Api
  catalog: Catalog
  /** `name:version`. */
  reference: string
  /** `/{org}/{catalog}{basePath}`. */
  prefix: string
  /** What it defines; built when it is first asked for, unless it was built at once. */
  resources(): Segments<Resource>
  /** For a path that the API does not define. */
  unknownPath: Refusal
  allowsEncodedSlash: boolean
  /** Of a call that names no operation of the API. */
  whereabouts: Whereabouts
}

/** A path of an API with the methods that it defines. */
export interface Resource {
  api: PublishedApi
  methods: Map<string, Endpoint>
  /** For a method that is not among them; set once all are known. */
  unknownMethod: Refusal
}

/** An operation, ready to be called. */
export interface Endpoint {
  operation: Operation
  whereabouts: Whereabouts
  parameterNames: readonly string[]
  /** Lets the call pass or refuses it. */
  authorise: Step
  /** The policies of the assembly. */
  execute: readonly Step[]
  recovery: Recovery | undefined
}
