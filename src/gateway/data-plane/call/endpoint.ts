/** The structures that the gateway builds at load time: published APIs, resources, endpoints of operations. */
import type { Api, Catalog, Operation } from '../../config/types/index.ts'
import type { MessageAction } from '../../contract/access/message-operations.ts'
import type { CallLocation } from '../../telemetry/calls/index.ts'
import type { GatewayError } from '../errors/gateway-errors.ts'
import type { AssemblyErrorHandling, CallStep } from './call-progress.ts'

/** Finds the resource of an API for a path, and the values of the path's parameters. */
export interface ApiResourceFinder {
  /** `segments` are the segments of a normalised path, after the base path of the API. */
  find(segments: readonly string[]): { value: ApiResource; parameters: string[] } | undefined
}

/** An API as published in a catalog. */
export interface PublishedApi {
  api: Api
  catalog: Catalog
  /** The name and version of the API, `name:version`. */
  reference: string
  /** The path of the API, `/{org}/{catalog}{basePath}`. */
  prefix: string
  /** What of calls is observed for the call log; undefined when that is nothing. */
  observation: 'headers' | 'bodies' | undefined
  /** Returns the resources of the API. They are built at the first call of this function. */
  resources(): ApiResourceFinder
  /** The error for a path that the API does not define. */
  unknownPathError: GatewayError
  allowsEncodedSlash: boolean
  /** The location of calls that match the API and none of its operations. */
  location: CallLocation
}

/** A path of an API with the methods that the API defines for it. */
export interface ApiResource {
  api: PublishedApi
  methods: Map<string, OperationEndpoint>
  /** The error for a method that the resource does not define. */
  unknownMethodError: GatewayError
}

/** An operation with everything that is needed to serve its calls. */
export interface OperationEndpoint {
  operation: Operation
  location: CallLocation
  parameterNames: readonly string[]
  /** The security check of the operation. */
  authorise: CallStep
  /** The policies of the assembly. */
  policies: readonly CallStep[]
  errorHandling: AssemblyErrorHandling | undefined
  /** What its calls do to messages of queues and topics; undefined for most operations. */
  messageAction: MessageAction | undefined
  /** The stages of its calls after routing, made at the first one. */
  plan?: readonly CallStep[]
}
