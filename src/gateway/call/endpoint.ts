/**
 * What the gateway prepares when documents are loaded, so that a call finds it done: APIs, the resources in them,
 * and the endpoint of each operation.
 */

import type { Api, Catalog, Operation } from '../../config/types/index.ts'
import type { CallLocation } from '../../telemetry/calls/index.ts'
import type { GatewayError } from '../errors/gateway-errors.ts'
import type { AssemblyErrorHandling } from './assembly-error-handling.ts'
import type { Step } from './step.ts'

/** Finds the resource of an API whose path matches, and the values of the path's parameters. */
export interface ResourceFinder {
  /** `segments` are those of a normalised path, after the base path of the API. */
  find(segments: readonly string[]): { value: Resource; parameters: string[] } | undefined
}

/** An API where it is published. */
export interface PublishedApi {
  api: Api
  catalog: Catalog
  /** `name:version`. */
  reference: string
  /** `/{org}/{catalog}{basePath}`. */
  prefix: string
  /** What it defines; built when it is first asked for, unless it was built at once. */
  resources(): ResourceFinder
  /** For a path that the API does not define. */
  unknownPathError: GatewayError
  allowsEncodedSlash: boolean
  /** Of a call that names no operation of the API. */
  location: CallLocation
}

/** A path of an API with the methods that it defines. */
export interface Resource {
  api: PublishedApi
  methods: Map<string, Endpoint>
  /** For a method that is not among them; set once all are known. */
  unknownMethodError: GatewayError
}

/** An operation, ready to be called. */
export interface Endpoint {
  operation: Operation
  location: CallLocation
  parameterNames: readonly string[]
  /** Lets the call pass or refuses it. */
  authorise: Step
  /** The policies of the assembly. */
  execute: readonly Step[]
  errorHandling: AssemblyErrorHandling | undefined
}
