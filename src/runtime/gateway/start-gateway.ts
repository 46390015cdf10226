/** Starts a gateway: workers, the loader, reloads, certificates and the command socket. */

import type { LoadOptions } from '../../config/index.ts'
import type { CallRecording } from '../../lib/access/call-log.ts'
import type { Explanation } from '../../lib/access/explanation.ts'
import { type Log, openLog } from '../../lib/output/log.ts'
import { Registry } from '../../lib/output/prometheus.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { onceAsync } from '../../lib/time/once-async.ts'
import { openAuditTrail, type WriteAuditEntry } from '../../telemetry/audit/index.ts'
import { prepareDataFolder } from '../data/index.ts'
import { printProblems } from '../documents/print-problems.ts'
import { type CatalogWithoutApis, deserializeCatalogs } from '../documents/serialized-config.ts'
import { openCertificateWatcher } from '../listening/certificate-watcher.ts'
import { recordBaseUrl } from '../listening/record-base-url.ts'
import { addStoredApplications, openApplicationsOf } from '../loading/application-loader.ts'
import { openLoader } from '../loading/loader.ts'
import { reloadOnChange } from '../loading/reload.ts'
import type { CommandToPrimary, TokenEndpoint } from '../messages.ts'
import { openApiDescriptions } from '../portal/api-descriptions.ts'
import type { ControlSocket } from '../rpc/control-socket.ts'
import type { MessageHandlers } from '../rpc/rpc-channel.ts'
import type { Settings } from '../settings/settings.ts'
import { logProcessErrors } from '../workers/log-process-errors.ts'
import { type RunningGateway, startWorkers } from '../workers/primary.ts'
import type { WorkerRequestHandlers } from '../workers/worker-pool.ts'
import { openCommandSocket } from './command-socket.ts'
import { logDocumentProblems, logGatewayStart } from './start-log.ts'

export interface StartingGateway {
  /**
   * Loads the documents, serves them and follows their changes. Returns undefined when a document has an error:
   * the problems are then in the log, or in the sandbox on standard error.
   *
   * @param environment the variables that documents may refer to
   */
  serve(environment: Settings['environment'], options?: ServeOptions): Promise<ServingGateway | undefined>
  close(): Promise<void>
}

export interface ServeOptions {
  /** The metrics of the backends in this process, which the management port adds to its own. */
  backendMetrics?: () => Promise<string>
  /** Called before the log line `gateway ready`, after which others may send signals. */
  onReady?: () => void
}

type ServingGateway = Omit<RunningGateway, 'useConfig' | 'renewCertificate' | 'requestAll' | 'nodes'>

/** Starts the workers and the loader, which load their code before the environment of the documents is known. */
export function startGateway(settings: Settings, { sandbox }: LoadOptions): StartingGateway {
  const log = openLog({ level: settings.logLevel, name: 'primary' })
  logProcessErrors(log)
  for (const warning of settings.warnings) log.warn(warning)
  const metrics = new Registry()
  const handlers = Promise.withResolvers<WorkerRequestHandlers>()
  let backendMetrics = async () => ''
  const workers = startWorkers(settings, {
    ...{ log, metrics },
    backendMetrics: () => backendMetrics(),
    handlers: handlers.promise,
  })
  const loader = addStoredApplications(openLoader({ sandbox }, log), openApplicationsOf(settings.store), log)

  return {
    async serve(environment, options = {}) {
      if (options.backendMetrics) backendMetrics = options.backendMetrics
      const { configFolder, listening } = settings
      await prepareDataFolder(settings.dataFolder)
      const source = { configFolder, environment }
      const loaded = await loader.load(source)
      const { config } = loaded
      if (config || !sandbox) logDocumentProblems(loaded, log)
      else printProblems(loaded) // for the person at the terminal
      if (!config) return undefined
      loader.markInUse(config)
      loader.stopUntilNeeded()

      const certificates =
        listening.tls && (await openCertificateWatcher({ files: listening.tls, log, metrics }))
      const gateway = await workers.serve({ config, tls: certificates?.tls, ...taskOf(settings) })
      certificates?.watch(gateway.renewCertificate)
      const audit = openAuditTrail(settings.audit)
      const auditOrLog: WriteAuditEntry = (action, details) =>
        audit(action, details).catch((error: unknown) => {
          log.error({ err: error, action, ...details }, 'the audit trail could not be written')
        })
      const reloading = reloadOnChange({
        source,
        config,
        loader,
        useConfig: gateway.useConfig,
        log,
        metrics,
        audit,
      })
      loader.follow(() => void reloading.reloadNow())
      const edits = onceAsync(async () => {
        const { openApplicationEdits: openEdits } = await import('../portal/application-edits.ts') // what writes YAML; most primaries never do
        return openEdits({
          folder: configFolder,
          load: (overlay) => loader.preview({ ...source, overlay }),
          documents: {
            now: reloading.reloadNow,
            catalogs: () => deserializeCatalogs(reloading.configInUse()),
          },
          storedApplications: loader.storedApplications,
          audit,
          clock: systemClock,
          log,
        })
      })
      const descriptions = openApiDescriptions({
        folder: configFolder,
        environment,
        revision: () => reloading.configInUse().revision,
      })
      const documentEditor = onceAsync(async () => {
        const [{ openDocumentEditor }, { typeTables }, { runInDocumentThread }] = await Promise.all([
          import('../portal/documents/document-editor.ts'),
          import('../documents/open-documents.ts'),
          import('../portal/run-in-document-thread.ts'),
        ])
        const place = { folder: configFolder, environment }
        return openDocumentEditor({
          folder: configFolder,
          preview: (overlay) => loader.preview({ ...source, overlay }),
          putToUse: reloading.putToUse,
          importApi: (request) => runInDocumentThread('importApi', { ...place, ...request }),
          testSignIn: (request) =>
            runInDocumentThread('testSignIn', { ...place, store: settings.store, ...request }),
          ...{ tables: typeTables, audit, clock: systemClock, log },
        })
      })
      handlers.resolve({
        edit: async (asked) => (await edits())(asked.edit),
        documents: async ({ request }) => (await documentEditor())(request),
        describe: ({ file }) => descriptions.describe(file),
        openapi: ({ file }) => descriptions.readOpenApi(file),
        why: ({ requestId }) => explain(requestId),
        async live({ catalog }) {
          const states = await gateway.requestAll('live', { catalog })
          const { buildLiveCounters } = await import('../portal/live-counters.ts')
          return buildLiveCounters(
            catalog.slice(1),
            states.map(({ metrics }) => metrics),
            states.flatMap(({ rejections }) => rejections),
          )
        },
        rejections: async (about) => (await gateway.requestAll('rejections', about)).flat(),
        async callLog(request) {
          const states = await gateway.requestAll('callLog', request)
          const { mergeCallLogs } = await import('../portal/merge-call-logs.ts')
          if (request.do === 'start') await recordStart(request.catalog, request.recording)
          return mergeCallLogs(states)
        },
        audit: ({ action, details }) => auditOrLog(action, details),
      })
      await recordBaseUrl(settings.dataFolder, gateway.url, log)
      const control = await openQuestions(settings.dataFolder, log, {
        async plan({ folder = configFolder }) {
          return {
            folder,
            inUse: reloading.configInUse().revision,
            ...(await loader.preview({ ...source, configFolder: folder })),
          }
        },
        async token({ token }) {
          const [answer] = await gateway.requestAll('inspect', { token })
          if (!answer) throw new Error('no worker of the gateway responded: see its log')
          return answer
        },
        async providers() {
          return tokenEndpoints(deserializeCatalogs(reloading.configInUse()), gateway.localUrl)
        },
        async why({ requestId }) {
          return (await explain(requestId)) ?? null
        },
        nodes: async () => gateway.nodes() ?? null,
      })

      async function recordStart(catalog: string, recording: CallRecording): Promise<void> {
        const details = { catalog, ...recording, until: new Date(recording.until).toISOString() }
        await auditOrLog('portal record calls', details)
      }

      async function explain(requestId: string): Promise<Explanation | undefined> {
        const answers = await gateway.requestAll('explain', { requestId })
        return answers.find((each) => each !== undefined)
      }

      const { url: baseUrl, listenerUrls: listeners, adminUrl } = gateway
      options.onReady?.()
      logGatewayStart(
        { revision: config.revision, baseUrl, listenerUrls: listeners, adminUrl },
        settings,
        log,
      )

      return {
        url: gateway.url,
        localUrl: gateway.localUrl,
        listenerUrls: listeners,
        adminUrl: gateway.adminUrl,
        startDraining: gateway.startDraining,
        async close() {
          reloading.close()
          certificates?.close()
          await control?.close()
          await Promise.all([loader.close(), gateway.close()])
        },
      }
    },
    async close() {
      await Promise.all([loader.close(), workers.close()])
    },
  }
}

function tokenEndpoints(catalogs: readonly CatalogWithoutApis[], address: string): TokenEndpoint[] {
  return catalogs.flatMap(({ path, providers }) =>
    [...providers.values()].map(({ name, basePath, tokenPath, scopes }) => ({
      provider: name,
      catalog: path.slice(1),
      url: `${address}${path}${basePath}${tokenPath}`,
      scopes: [...scopes.keys()],
    })),
  )
}

/** A gateway serves also without the socket; commands then cannot reach it. */
async function openQuestions(
  folder: string,
  log: Log,
  handlers: MessageHandlers<CommandToPrimary>,
): Promise<ControlSocket | undefined> {
  try {
    return await openCommandSocket(folder, handlers)
  } catch (error) {
    log.warn({ err: error }, 'commands cannot connect to this gateway')
    return undefined
  }
}

function taskOf(settings: Settings) {
  const { listening, trustedProxies, connections, configFolder, baseUrl, store, counters } = settings
  const { upstreamClient, logLevel, tracing, mail } = settings
  return {
    listeners: listening.listeners,
    ...{
      trustedProxies,
      connections,
      configFolder,
      baseUrl,
      store,
      counters,
      upstreamClient,
      logLevel,
      tracing,
      mail,
    },
  }
}
