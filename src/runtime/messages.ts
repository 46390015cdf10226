/**
 * Every message between the processes of the gateway: who sends it, to whom, what it carries and what comes back. A
 * `Message` is a request with a response and a deadline for it in milliseconds, an `Event` has no response.
 *
 * | from    | to      | table             | over                                              |
 * |---------|---------|-------------------|---------------------------------------------------|
 * | primary | worker  | `PrimaryToWorker` | the channel of `node:cluster`                     |
 * | worker  | primary | `WorkerToPrimary` | the same                                          |
 * | primary | loader  | `PrimaryToLoader` | the channel of the child process                  |
 * | primary | thread  | `PrimaryToReader` | the port of the worker thread                     |
 * | command | primary | `CommandToPrimary`| the socket `gateway.sock` in the data folder, as JSON |
 */

import type { LoadOptions } from '../config/index.ts'
import type { ApiDescription } from '../config/types/index.ts'
import type { UpstreamClient } from '../http/client/index.ts'
import type { ConnectionSettings } from '../http/inbound/connection-settings.ts'
import type { ServerTls } from '../http/server-tls.ts'
import type { Explanation } from '../lib/access/explanation.ts'
import type { WorkerMetrics } from '../lib/output/prometheus.ts'
import type { ApplicationEdit, ApplicationEditResult } from '../portal/index.ts'
import type { TracingSettings } from '../telemetry/tracing/index.ts'
import type { LoadReport } from './documents/load-report.ts'
import type { DocumentSource } from './documents/open-documents.ts'
import type { SerializedConfig } from './documents/serialized-config.ts'
import type { ListenerSettings } from './listening/listeners.ts'
import type { DeadlinesMs, EventMessage, RequestMessage } from './rpc/rpc-channel.ts'
import type { TokenInspection } from './tokens/inspect-token.ts'

/** A thousand APIs are built within seconds. */
const buildMs = 60_000
/** A process that reads thousands of documents for the first time takes seconds; an edit loads them twice. */
const loadMs = 120_000

export interface PrimaryToWorker {
  /** Begin to serve. A worker does this and the next four one after the other. */
  serve: RequestMessage<WorkerAssignment, void>
  /** Build an edition of other documents beside the one in use. */
  prepare: RequestMessage<{ config: SerializedConfig }, void>
  /** Put the prepared edition to use. */
  adopt: RequestMessage<undefined, void>
  /** Close the prepared edition. */
  discard: RequestMessage<undefined, void>
  /** Use another certificate for new connections. */
  renew: RequestMessage<{ tls: ServerTls }, void>
  /** Finish the requests in flight, then end. */
  stop: RequestMessage<undefined, void>
  /** The heartbeat: a worker that does not respond is killed. */
  ping: RequestMessage<undefined, WorkerHealth>
  /** What this worker has measured. */
  metrics: RequestMessage<undefined, WorkerMetrics>
  /** Why this worker refused a call; undefined when it did not, or has forgotten. */
  explain: RequestMessage<{ requestId: string }, Explanation | undefined>
  /** What an access token is worth. */
  inspect: RequestMessage<{ token: string }, TokenInspection>
  /** What another worker has announced. */
  hear: EventMessage<BroadcastMessage>
}

export const workerDeadlines: DeadlinesMs<PrimaryToWorker> = {
  serve: buildMs,
  prepare: buildMs,
  adopt: 10_000,
  discard: 10_000,
  renew: 10_000,
  stop: 15_000,
  ping: buildMs,
  metrics: 2_000,
  explain: 5_000,
  inspect: 10_000,
}

export interface WorkerToPrimary {
  /** Change the document of an application; responds when every worker has it in use. */
  edit: RequestMessage<{ edit: ApplicationEdit }, ApplicationEditResult>
  /** What the document of an API says to people. */
  describe: RequestMessage<{ file: string }, ApiDescription | undefined>
  /** Why a call was refused, whichever worker did it. */
  why: RequestMessage<{ requestId: string }, Explanation | undefined>
  /** Pass this on to every other worker. */
  announce: EventMessage<BroadcastMessage>
}

export const primaryDeadlines: DeadlinesMs<WorkerToPrimary> = {
  edit: loadMs,
  describe: loadMs,
  why: 10_000,
}

export interface PrimaryToLoader {
  /** The first message: how to load, and what is in use. */
  begin: EventMessage<{ options: LoadOptions; inUse: SerializedConfig | undefined }>
  /** Load documents that may be put to use. */
  load: RequestMessage<DocumentSource, LoadReport>
  /** Load documents only to report what they would change. */
  look: RequestMessage<DocumentSource, LoadReport>
  /** A revision that was loaded has been put to use. */
  used: EventMessage<{ revision: string }>
}

export const loaderDeadlines: DeadlinesMs<PrimaryToLoader> = { load: loadMs, look: loadMs }

export interface PrimaryToDescribeThread {
  /** Read what the document of an API says to people. */
  describe: RequestMessage<DescribeRequest, ApiDescription | undefined>
}

export const describeThreadDeadlines: DeadlinesMs<PrimaryToDescribeThread> = { describe: 60_000 }

export interface CommandToPrimary {
  /** What the documents of a folder would change; without one, of the folder that the gateway follows. */
  plan: RequestMessage<{ folder?: string }, PlannedChanges>
  /** What an access token is worth. */
  token: RequestMessage<{ token: string }, TokenInspection>
  /** The token endpoints. */
  providers: RequestMessage<object, TokenEndpoint[]>
  /** Why a call was refused; null when no worker remembers such a refusal. */
  why: RequestMessage<{ requestId: string }, Explanation | null>
}

export const commandDeadlines: DeadlinesMs<CommandToPrimary> = {
  plan: loadMs + 5_000,
  token: 15_000,
  providers: 10_000,
  why: 10_000,
}

/** Names the document of an API. */
export interface DescribeRequest {
  /** The folder of the documents. */
  folder: string
  /** The path of the document, relative to the folder. */
  file: string
  /** The environment variables that documents may refer to. */
  environment: Record<string, string | undefined>
}

/** What one worker's provider found out and every other must know at once: a revocation, a lock-out, a new key. */
export interface BroadcastMessage {
  /** The path of the provider that it is for. */
  providerPath: string
  message: unknown
}

/** What a worker reports with each heartbeat. */
export interface WorkerHealth {
  /** Why its store cannot be written; undefined while it can. */
  storeProblem: string | undefined
}

export interface WorkerAssignment {
  config: SerializedConfig
  listeners: readonly ListenerSettings[]
  /** Whether every worker listens for itself; otherwise they share what the primary listens on. */
  shared: boolean
  /** The certificate of HTTPS; undefined when it is not spoken. */
  tls: ServerTls | undefined
  trustedProxies: readonly string[]
  connections: ConnectionSettings
  /** The origin under which callers reach the gateway. */
  baseUrl: string
  dataFolder: string
  upstreamClient: UpstreamClient
  logLevel: string
  tracing: TracingSettings | undefined
}

/** The token endpoint of a provider, at the address where the gateway listens. */
export interface TokenEndpoint {
  provider: string
  catalog: string
  url: string
  scopes: string[]
}

export interface PlannedChanges extends Omit<LoadReport, 'config' | 'isLarge'> {
  /** The folder that was looked at. */
  folder: string
  /** The revision in use. */
  inUse: string
}
