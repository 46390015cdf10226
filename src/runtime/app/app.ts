/**
 * The composition root of the gateway: it opens the parts, hands each what it needs, and puts a new edition in the place
 * of the old one when the documents change. What belongs to one catalog is opened by `runtime/app/catalogs.ts`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import type { Config } from '../../config/types/index.ts'
import {
  buildGateway,
  type CallLocation,
  type CertificateRejection,
  type Gateway,
} from '../../gateway/index.ts'
import { type UpstreamClient, upstreamClients } from '../../http/client/index.ts'
import type { HttpResponse } from '../../http/http-response.ts'
import type { MalformedRequest } from '../../http/malformed.ts'
import type { Explanation } from '../../lib/access/explanation.ts'
import type { Log } from '../../lib/output/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { OauthProvider } from '../../oauth/index.ts'
import type { Store } from '../../storage/index.ts'
import { openTelemetry } from '../../telemetry/index.ts'
import type { TracingSettings } from '../../telemetry/tracing/index.ts'
import { openRequestTracing } from '../../telemetry/tracing/index.ts'
import type { BroadcastMessage, WorkerToPrimary } from '../messages.ts'
import type { RpcChannel } from '../rpc/rpc-channel.ts'
import { inspectToken, type TokenInspection, type TokenIssuer } from '../tokens/inspect-token.ts'
import { type CatalogSet, getOrThrow, listIssuers, openCatalogs } from './catalogs.ts'
import { buildFindMount, dispatch, type FindMount, type Mount } from './mounts.ts'

export interface AppOptions {
  config: Config
  /** The origin under which callers reach the gateway. */
  baseUrl: string
  store: Store
  log: Log
  /** Takes the line that is written about each call. */
  writeCallLine(line: string): void
  clock: Clock
  /** The HTTP client for requests to upstreams of APIs. */
  upstreamClient: UpstreamClient
  /** Where traces go; undefined when calls are not traced. */
  tracing: TracingSettings | undefined
  /** Asks the primary for what only one process may do. */
  requestPrimary: RpcChannel<WorkerToPrimary>['request']
  /** Tells every other worker. */
  broadcast(announcement: BroadcastMessage): void
}

export interface App {
  /** Serves any request. With a reason it is refused for what its connection is, whatever it asks for. */
  handle(request: IncomingMessage, response: ServerResponse, refused?: CertificateRejection): void
  /** Whether a request target is the data plane's, which answers it with `call`. */
  isCall(target: string): boolean
  call(request: IncomingMessage, response: HttpResponse, refused?: CertificateRejection): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, refused?: CertificateRejection): void
  /** Is told of a request that never became a call. */
  recordMalformed(request: MalformedRequest): void
  /** Something that another worker announced. */
  receive(announcement: BroadcastMessage): Promise<void>
  /** Builds what another configuration asks for, beside what is in use. Rejects when it cannot be served. */
  prepare(config: Config): Promise<PreparedRevision>
  /** Why a call was refused; undefined when it was not, or is forgotten. */
  explain(requestId: string): Explanation | undefined
  /** What an access token is worth at this moment. */
  inspectToken(token: string): Promise<TokenInspection>
  close(): Promise<void>
}

export interface PreparedRevision {
  /** Puts it to use, at once; calls in flight end on the old one. */
  adopt(): void
  discard(): Promise<void>
}

/** Everything that is built from one revision of the documents. */
interface Revision {
  providers: readonly OauthProvider[]
  findMount: FindMount
  issuers: readonly TokenIssuer[]
  gateway: Gateway
  close(): Promise<void>
}

export async function openApp(options: AppOptions): Promise<App> {
  const observation = openTelemetry(options)
  const traced = options.tracing && openRequestTracing(options.tracing, options.log)
  let edition = await openEdition(options.config)

  return {
    handle(request, response, refused) {
      const mount = refused ? undefined : edition.findMount(request.url as string)
      // The data plane refuses requests without a Host, and gives them their id.
      if (mount && request.headers.host !== undefined) serveMount(mount, request, response)
      else call(request, response, refused)
    },

    isCall: (target) => edition.findMount(target) === undefined,
    call,

    upgrade(request, socket, head, refused) {
      edition.gateway.upgrade(request, socket, head, refused)
    },

    async receive({ providerPath: to, message }) {
      await edition.providers.find((each) => each.path === to)?.hear(message)
    },

    async prepare(config) {
      const prepared = await openEdition(config)
      return {
        adopt() {
          const old = edition
          edition = prepared
          void observation.renderExplanations()
          old.close().catch((error) => options.log.error(error, 'the old edition did not close'))
        },
        discard: prepared.close,
      }
    },

    recordMalformed: observation.recordMalformed,
    explain: observation.explain,
    inspectToken: (token) => inspectToken(token, edition.issuers),

    async close() {
      await edition.close()
      await Promise.all([observation.close(), traced?.close()])
      await options.store.close()
    },
  }

  function call(request: IncomingMessage, response: HttpResponse, refused?: CertificateRejection): void {
    const { gateway } = edition
    if (!traced || refused) gateway.handle(request, response, refused)
    else traced.traceCall(request, (trace) => gateway.handle(request, response, undefined, trace))
  }

  function serveMount(mount: Mount, request: IncomingMessage, response: ServerResponse): void {
    if (traced) traced.request(request, response, (trace) => dispatch(mount, request, response, trace))
    else dispatch(mount, request, response)
  }

  async function openEdition(config: Config): Promise<Revision> {
    const catalogs = await openCatalogs(config.catalogs, { ...options, observation })
    try {
      const gateway = openGateway(config, catalogs)
      const all = catalogs.all()
      const providers = all.flatMap((each) => [...each.providers.values()])
      const portals = all.flatMap(({ portal }) => portal ?? [])
      return {
        providers,
        findMount: buildFindMount({ providers, portals }),
        issuers: all.flatMap(listIssuers),
        gateway,
        async close() {
          await gateway.close()
          await catalogs.close()
        },
      }
    } catch (error) {
      await catalogs.close()
      throw error
    }
  }

  function openGateway(config: Config, catalogs: CatalogSet): Gateway {
    const { log, clock, store } = options
    const catalogOf = ({ org, catalog }: CallLocation) => catalogs.find(`/${org}/${catalog}`)
    return buildGateway(config, {
      isChecked: true,
      log,
      clock,
      targetCounts: observation.targets,
      openConnections: upstreamClients[options.upstreamClient],
      record: (call) => observation.recordCall(call, catalogOf),
      addToSharedCount: (key, by, expiresAt) => store.count('limit', key, by, expiresAt),
      consumers: (path) => catalogs.get(path).consumers,
      attemptLimits: (path) => catalogs.get(path).attemptLimits,
      registry: (path, name) => getOrThrow(catalogs.get(path).registries.all, name),
      verifyToken: (path, provider) => getOrThrow(catalogs.get(path).providers, provider).verify,
    })
  }
}
