/**
 * Every message between the processes of the gateway: the sender, the receiver, what the message carries and what the
 * receiver returns. A `RequestMessage` has a response and a deadline for it, an `EventMessage` has no response.
 *
 * | from    | to              | table                     | transport                                        |
 * |---------|-----------------|---------------------------|--------------------------------------------------|
 * | primary | worker          | `PrimaryToWorker`         | the channel of `node:cluster`                    |
 * | worker  | primary         | `WorkerToPrimary`         | the same channel                                 |
 * | primary | loader          | `PrimaryToLoader`         | the channel of the child process                 |
 * | primary | document thread | `PrimaryToDocumentThread` | the port of the worker thread                    |
 * | command | primary         | `CommandToPrimary`        | the socket `gateway.sock` in the data folder, as JSON |
 *
 * | process | state that it owns                                                                             |
 * |---------|------------------------------------------------------------------------------------------------|
 * | primary | which revision and certificate are in use; the concurrent calls of all workers; the assignment of workers; the reload and worker metrics; the audit trail; edits of documents |
 * | worker  | its connections, caches of tokens, metrics, and the last rejections; everything else it reads from the store |
 * | loader  | parsed documents and their checks, as a cache: it may end at any time                          |
 * | store   | `gateway.sqlite` or a PostgreSQL database, opened by every worker: grants, refresh tokens, keys, revocations, counters, usage, sessions; and by the primary where applications are in the store |
 *
 * A revision reaches workers in two steps: `prepare` in all of them, then `adopt`. What one worker must tell the others
 * at once (a revocation, a lock-out, a new key, invalid responses) goes as `broadcast` to the primary, which sends it on as `receive`.
 */
import type { ServerTls } from '../../shared/http/listener/server-tls.ts'
import type { WorkerMetrics } from '../../shared/lib/output/prometheus.ts'
import type { ListenerSettings } from '../../shared/process/listening/listeners.ts'
import type { ConcurrentLimit, ReachedLimit, UsedProof } from '../../shared/security/index.ts'
import type { StoreCopyState } from '../../shared/storage/index.ts'
import type { LoadOptions } from '../config/index.ts'
import type {
  CallLogRequest,
  CallLogState,
  FollowedCalls,
  FollowRequest,
  RecordedCall,
} from '../contract/access/call-log.ts'
import type { Explanation, MessageMovement, RejectedCall } from '../contract/access/explanation.ts'
import type { AnswerRow, QuestionName } from '../contract/access/questions.ts'
import type { InvalidResources } from '../data-plane/index.ts'
import type { DocumentSource } from './documents/open-documents.ts'
import type { CatalogsInUse, LoadReport, SerializedConfig } from './documents/serialized-config.ts'
import type { RequestRefusal } from './hangs/repeated-hangs.ts'
import type { NodeAnswer } from './nodes/ask-nodes.ts'
import type { GatewayNode } from './nodes/node-list.ts'
import type { Packed } from './rpc/packed.ts'
import type { PartRequest } from './rpc/part-requests.ts'
import type { DeadlinesMs, EventMessage, RequestMessage } from './rpc/rpc-channel.ts'
import type { Settings } from './settings/settings.ts'
import type { TokenInspection } from './tokens/inspect-token.ts'

/** The limit for building a revision: a thousand APIs take seconds. */
const buildMs = 60_000
/** The limit for loading documents: thousands of them take seconds, and an edit loads them twice. */
const loadMs = 120_000

export interface PrimaryToWorker {
  /** Open the listeners and serve. A worker handles this message and the next four one after the other. */
  serve: RequestMessage<WorkerAssignment, void>
  /** Build a revision beside the one in use. */
  prepare: RequestMessage<{ config: SerializedConfig }, void>
  /** Put the prepared revision to use. */
  adopt: RequestMessage<undefined, void>
  /** Close the prepared revision. */
  discard: RequestMessage<undefined, void>
  /** Use another certificate for new connections. */
  renew: RequestMessage<{ tls: ServerTls }, void>
  /** Finish the requests in flight, then end. */
  stop: RequestMessage<undefined, void>
  /** The heartbeat: a worker that does not respond is killed. */
  ping: RequestMessage<undefined, WorkerHealth>
  /** Return the metrics of this worker. */
  metrics: RequestMessage<undefined, Packed<WorkerMetrics>>
  /** Explain how this worker decided a request; undefined when it does not have it in memory. */
  explain: RequestMessage<{ requestId: string }, Explanation | undefined>
  /** Return what calls of this worker did to messages of queues, by ids of requests, messages or traces. */
  movements: RequestMessage<{ ids: readonly string[] }, MessageMovement[]>
  /** Ask the other nodes that share the store what they know by these ids. */
  askNodes: RequestMessage<{ ids: readonly string[] }, NodeAnswer[]>
  /** Return the last rejected calls of an application that this worker has served. */
  rejections: RequestMessage<{ catalog: string; application: string }, RejectedCall[]>
  /** Start, stop or list the recording of single calls of a catalog. */
  callLog: RequestMessage<CallLogRequest, Packed<CallLogState>>
  /** Return the calls since the last request of a command that follows them. */
  follow: RequestMessage<FollowRequest, FollowedCalls>
  /** Return the slowest calls of each operation. */
  slowest: RequestMessage<undefined, RecordedCall[]>
  /** Record what the worker does with its processor time: the text of a `.cpuprofile` file. */
  profile: RequestMessage<{ seconds: number }, Packed<string>>
  /** Return whether an access token is valid and which operations it opens. */
  inspect: RequestMessage<{ token: string }, TokenInspection>
  /** Handle a request of a part. */
  part: RequestMessage<PartRequest, unknown>
  /** Refuse a request that has made workers hang. */
  refuse: EventMessage<RequestRefusal>
  /** Handle a message that another worker has broadcast. */
  receive: EventMessage<BroadcastMessage>
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
  movements: 5_000,
  askNodes: 6_000,
  rejections: 5_000,
  callLog: 5_000,
  follow: 5_000,
  slowest: 5_000,
  profile: 90_000,
  inspect: 10_000,
  part: 5_000,
}

export interface WorkerToPrimary {
  /** Handle a request of a part. */
  part: RequestMessage<PartRequest, unknown>
  /** Explain how a request was decided, by any worker of any node. */
  why: RequestMessage<{ requestId: string }, Explanation | undefined>
  /** Return what this node knows by these ids, of any worker. */
  whyHere: RequestMessage<{ ids: readonly string[] }, NodeAnswer>
  /** Return the last rejected calls of an application, by any worker. */
  rejections: RequestMessage<{ catalog: string; application: string }, RejectedCall[]>
  /** Start, stop or list the recording of single calls in all workers. Return the call log of each. */
  callLog: RequestMessage<CallLogRequest, Packed<CallLogState>[]>
  /** Answer a question of an operator about a catalog; undefined while the documents have errors. */
  ask: RequestMessage<{ name: QuestionName; argument: string; catalog: string }, AnswerRow[] | undefined>
  /** Write an entry of the audit trail: what a worker has done without the primary. A failure is in the log. */
  audit: RequestMessage<{ action: string; details: Record<string, unknown> }, void>
  /** Count a call that runs at the same time as others, of all workers, under limits. Returns the limit without room. */
  enterCall: RequestMessage<{ id: string; limits: readonly ConcurrentLimit[] }, ReachedLimit | undefined>
  /** End a call that `enterCall` has counted. */
  leaveCall: EventMessage<{ id: string }>
  /** Return of each DPoP proof whether no worker of this machine has used it before. */
  claimProofs: RequestMessage<readonly UsedProof[], boolean[]>
  /** Send this message to every other worker. */
  broadcast: EventMessage<BroadcastMessage>
}

export const primaryDeadlines: DeadlinesMs<WorkerToPrimary> = {
  part: loadMs,
  why: 20_000,
  whyHere: 10_000,
  rejections: 10_000,
  ask: loadMs + 5_000,
  audit: 10_000,
  callLog: 10_000,
  enterCall: 500,
  claimProofs: 2_000,
}

export interface PrimaryToLoader {
  /** The first message: the options for loading, the revision in use, and the folder that keeps revisions. */
  begin: EventMessage<{ options: LoadOptions; inUse: SerializedConfig | undefined; dataFolder: string | undefined }>
  /** Load documents that may be put to use. */
  load: RequestMessage<DocumentSource, LoadReport>
  /** Load documents only to report what they would change; they are not put to use. */
  look: RequestMessage<DocumentSource, LoadReport>
  /** Load the revision that was used last, in place of the documents on disk. Without one, the report is empty. */
  restore: RequestMessage<DocumentSource, LoadReport>
  /** A revision that was loaded has been put to use: keep it, with the user of a portal who made the change. */
  used: RequestMessage<{ revision: string; by: string | undefined }, void>
}

export const loaderDeadlines: DeadlinesMs<PrimaryToLoader> = {
  load: loadMs,
  look: loadMs,
  restore: loadMs,
  used: 20_000,
}

export interface PrimaryToDocumentThread {
  /** Handle a request of a part. */
  part: RequestMessage<PartRequest, unknown>
  /** Answer a question from the documents and the store; undefined when the documents have errors. */
  ask: RequestMessage<
    { name: Exclude<QuestionName, 'slow-calls'>; argument: string; settings: QuestionSettings },
    AnswerRow[] | undefined
  >
  /** List the token endpoints. */
  tokenEndpoints: RequestMessage<{ catalogs: CatalogsInUse; localUrl: string }, TokenEndpoint[]>
  /** Return the sum of the metrics of all workers, in the text format of Prometheus. */
  renderMetrics: RequestMessage<readonly Packed<WorkerMetrics>[], string>
}

export const documentThreadDeadlines: DeadlinesMs<PrimaryToDocumentThread> = {
  part: 60_000,
  ask: loadMs,
  tokenEndpoints: 10_000,
  renderMetrics: 10_000,
}

export interface CommandToPrimary {
  /** Report what the documents of a folder would change; without a folder, those that the gateway follows. */
  plan: RequestMessage<{ folder?: string }, PlannedChanges>
  /** Return whether an access token is valid and which operations it opens. */
  token: RequestMessage<{ token: string }, TokenInspection>
  /** List the token endpoints. */
  providers: RequestMessage<object, TokenEndpoint[]>
  /** Explain how a request was decided; null when no node knows it. */
  why: RequestMessage<{ requestId: string }, Explanation | null>
  /** Return the calls of each worker since the last request of a command that follows them. */
  follow: RequestMessage<FollowRequest, FollowedCalls[]>
  /** Return the slowest calls of each operation, of all workers. */
  slowest: RequestMessage<object, RecordedCall[]>
  /** Record what a worker does with its processor time: the text of a `.cpuprofile` file. */
  profile: RequestMessage<{ seconds: number }, string>
  /** List the gateways that share the store; null when the store is on this machine. */
  nodes: RequestMessage<object, readonly GatewayNode[] | null>
  /** Return the last values of secrets, for a command that cannot reach the vault, by the names of `nameSecret`. */
  secrets: RequestMessage<{ references: readonly string[] }, Settings['environment']>
}

export const commandDeadlines: DeadlinesMs<CommandToPrimary> = {
  plan: loadMs + 5_000,
  token: 15_000,
  providers: 10_000,
  why: 20_000,
  follow: 10_000,
  slowest: 10_000,
  profile: 95_000,
  nodes: 10_000,
  secrets: 10_000,
}

/** The settings that answers to questions of operators depend on. */
export type QuestionSettings = Pick<Settings, 'configFolder' | 'environment' | 'store' | 'counters' | 'keptCalls'>

/**
 * A message from one worker to all others: from an OAuth provider to the same provider there, such as a revocation, or the
 * resources whose kept responses are invalid.
 */
export type BroadcastMessage =
  | {
      /** The path of the provider that receives the message. */
      providerPath: string
      message: unknown
    }
  | { invalidResources: InvalidResources }

/** The state of a worker, sent with each heartbeat. */
export interface WorkerHealth {
  /** Why the worker cannot use a part that it depends on; undefined while it can. */
  problems: Readonly<Record<'store' | 'counters', string | undefined>>
  /** The copy of the store on this disk; undefined when none is kept. */
  storeCopy: StoreCopyState | undefined
  /** The gateways that share the store; undefined when the store is on this machine. */
  nodes: readonly GatewayNode[] | undefined
}

/** The settings that workers get as they are. */
export const assignedSettings = [
  ...(['trustedProxies', 'connections', 'configFolder', 'store', 'counters', 'upstreamClient'] as const),
  ...(['responseCacheBytes', 'warmUpCalls', 'logLevel', 'tracing', 'mail'] as const),
] as const

/** Everything that a worker needs to serve. */
export interface WorkerAssignment extends Pick<Settings, (typeof assignedSettings)[number]> {
  config: SerializedConfig
  listeners: readonly ListenerSettings[]
  /** Whether every worker opens its own sockets; otherwise workers share the sockets of the primary. */
  shared: boolean
  /** The certificate of HTTPS; undefined without an HTTPS listener. */
  tls: ServerTls | undefined
  /** The 48 random bytes with which all workers encrypt TLS sessions, so that each of them resumes those of the others. */
  ticketKeys: Uint8Array
  /** The origin under which callers reach the gateway. */
  baseUrl: string
  /** Where calls are kept for explanations; without a folder, none is. */
  keptCalls: { folder: string | undefined; workerCount: number }
}

/** The token endpoint of a provider, at the local URL of the gateway. */
export type TokenEndpoint = { provider: string; catalog: string; url: string; scopes: string[] }

/** What documents would change in a running gateway. */
export interface PlannedChanges extends Omit<LoadReport, 'config' | 'keepsLoader' | 'storesApplications'> {
  /** The folder of the documents. */
  folder: string
  /** The revision in use. */
  inUse: string
}
