/** Starts a gateway: workers, the loader, reloads, certificates and the command socket. */
import { openLog } from '../../../shared/lib/output/log.ts'
import { Registry } from '../../../shared/lib/output/prometheus.ts'
import { prepareDataFolder, requireDataOwner } from '../../../shared/process/data/index.ts'
import { type ControlSocket, SocketTakenError } from '../../../shared/process/rpc/control-socket.ts'
import { openGatewayStore } from '../../../shared/storage/index.ts'
import type { LoadOptions } from '../../config/index.ts'
import type { SecretSource } from '../../contract/secret-source.ts'
import { logAuditFailures, openAuditTrail } from '../../telemetry/audit/index.ts'
import { selectApplications } from '../applications/stored-applications.ts'
import type { DocumentSource } from '../documents/open-documents.ts'
import { openSecrets, type SecretRows } from '../documents/open-secrets.ts'
import { printProblems } from '../documents/print-problems.ts'
import type { LoadReport } from '../documents/serialized-config.ts'
import { openCertificateWatcher } from '../listening/certificate-watcher.ts'
import { recordBaseUrl } from '../listening/record-base-url.ts'
import { addStoredApplications, openApplicationsOf } from '../loading/application-loader.ts'
import { addChangedFiles } from '../loading/changed-files.ts'
import { followApplications } from '../loading/follow-applications.ts'
import { type Loader, openLoader } from '../loading/loader.ts'
import { reloadOnChange } from '../loading/reload.ts'
import { DocumentWatcher } from '../loading/watch-documents.ts'
import { assignedSettings } from '../messages.ts'
import type { Settings } from '../settings/settings.ts'
import { logProcessErrors } from '../workers/log-process-errors.ts'
import { type RunningGateway, startWorkers } from '../workers/primary.ts'
import type { WorkerRequestHandlers } from '../workers/worker-pool.ts'
import { buildCommandHandlers } from './command-requests.ts'
import { isGatewayRunning, openCommandSocket } from './command-socket.ts'
import { openCallFinder, removeOldCallsRegularly } from './find-call.ts'
import { logDocumentProblems, logGatewayStart } from './start-log.ts'
import { buildWorkerRequestHandlers, type PrimaryRows, type ServedGateway } from './worker-requests.ts'

export interface ServeOptions {
  /** The metrics of the backends in this process, which the management port adds to its own. */
  backendMetrics?: () => Promise<string>
  /** Called before the log line `gateway ready`, after which others may send signals. */
  onReady?: () => void
}

type ServingGateway = Omit<RunningGateway, 'useConfig' | 'renewCertificate' | 'requestAll' | 'requestOne' | 'nodes'>

/** Starts the workers and the loader, which load their code before the environment of the documents is known. */
export function startGateway(
  settings: Settings,
  parts: readonly (PrimaryRows & SecretRows)[],
  { sandbox }: Pick<LoadOptions, 'sandbox'>,
) {
  process.on('SIGHUP', () => {}) // the signal ends no gateway that does not reload yet, or any more
  const log = openLog({ level: settings.logLevel, name: 'primary' })
  logProcessErrors(log)
  for (const warning of settings.warnings) log.warn(warning)
  const metrics = new Registry()
  const handlers = Promise.withResolvers<WorkerRequestHandlers>()
  let backendMetrics = async () => ''
  const workers = startWorkers(settings, {
    log,
    metrics,
    backendMetrics: () => backendMetrics(),
    handlers: handlers.promise,
  })
  const copy = { name: 'applications', select: selectApplications, log }
  const openApplications = openApplicationsOf(() => openGatewayStore(settings.store, copy))
  const plainLoader = addStoredApplications(
    openLoader({ sandbox, dataFolder: settings.dataFolder }, log),
    openApplications,
    log,
  )

  return {
    /**
     * Loads the documents, serves them and follows their changes. Returns undefined when a document has an error:
     * the problems are then in the log, or in the sandbox on standard error.
     *
     * @param environment the variables that documents may refer to
     */
    async serve(environment: Settings['environment'], options: ServeOptions = {}): Promise<ServingGateway | undefined> {
      if (options.backendMetrics) backendMetrics = options.backendMetrics
      const { configFolder, listening } = settings
      requireDataOwner(settings.dataFolder)
      await prepareDataFolder(settings.dataFolder)
      if (await isGatewayRunning(settings.dataFolder)) throw folderTaken(settings.dataFolder)
      const source = { configFolder, environment }
      const secrets = await openSecrets(parts, environment)
      const watcher = new DocumentWatcher(configFolder, log)
      process.on('SIGHUP', () => watcher.doubtAll())
      const loader = addVaultSecrets(addChangedFiles(plainLoader, watcher, configFolder), secrets)
      const startedAt = Date.now()
      const { config, files = [], isRestored } = await loadAtStart(loader, source)
      if (!config) {
        watcher.close()
        return undefined
      }
      watcher.followFiles(files, startedAt)
      loader.markInUse(config)
      loader.stopUntilNeeded()

      const certificates = listening.tls && (await openCertificateWatcher({ files: listening.tls, log, metrics }))
      const serving = workers.serve({ config, tls: certificates?.tls, ...taskOf(settings) })
      serving.catch(() => watcher.close())
      const gateway = await serving
      certificates?.watch(gateway.renewCertificate)
      const audit = logAuditFailures(openAuditTrail(settings.audit), log)
      const reload = { source, config, isRestored, loader, watcher, log, metrics, audit, useConfig: gateway.useConfig }
      const reloader = reloadOnChange(reload)
      followApplications({ loader, reloader, metrics, log })
      if (environment.SLUICE_VAULT_ADDR) secrets.follow({ log, metrics, onChange: () => void reloader.reloadNow() })
      const calls = openCallFinder(gateway, settings.keptCalls)
      const cleaning = removeOldCallsRegularly(settings.keptCalls, log)
      const served = { source, settings, calls, loader, reloader, workers: gateway, audit, log }
      handlers.resolve(buildWorkerRequestHandlers(served, parts))
      await recordBaseUrl(settings.dataFolder, gateway.url, log)
      const control = await openCommands(settings.dataFolder, served)

      const { url: baseUrl, listenerUrls: listeners, adminUrl } = gateway
      options.onReady?.()
      logGatewayStart({ revision: config.revision, baseUrl, listenerUrls: listeners, adminUrl }, settings, log)

      return {
        ...gateway,
        async close() {
          reloader.close()
          clearInterval(cleaning)
          await secrets.close()
          certificates?.close()
          await control?.close()
          await Promise.all([loader.close(), gateway.close()])
        },
      }
    },
    async close(): Promise<void> {
      await Promise.all([plainLoader.close(), workers.close()])
    },
  }

  /** Loads the documents; when they have errors, the revision that this node used last, but in the sandbox. */
  async function loadAtStart(loader: Loader, source: DocumentSource): Promise<LoadReport & { isRestored?: boolean }> {
    const loaded = await loader.load(source)
    if (loaded.config) logDocumentProblems(loaded, log)
    else if (sandbox) printProblems(loaded) // for the person at the terminal
    if (loaded.config || sandbox) return loaded
    const last = await loader.restore(source)
    const why = last.config ? [] : last.problems
    const further = why.map((each) => ({ ...each, message: `${each.message} (in the revision used last)` }))
    logDocumentProblems({ problems: [...loaded.problems, ...further], restored: last.config?.revision }, log)
    return { ...last, files: [...(loaded.files ?? []), ...(last.files ?? [])], isRestored: true }
  }
}

/** A gateway serves also without the socket; commands then cannot reach it. */
async function openCommands(folder: string, served: ServedGateway): Promise<ControlSocket | undefined> {
  try {
    return await openCommandSocket(folder, buildCommandHandlers(served))
  } catch (error) {
    if (error instanceof SocketTakenError) throw folderTaken(folder, error)
    served.log.warn({ err: error }, 'commands cannot connect to this gateway')
    return undefined
  }
}

function folderTaken(folder: string, cause?: Error): Error {
  const text = `another gateway uses the data folder ${folder}: stop it, or set SLUICE_DATA to another folder for this one`
  return new Error(text, { cause })
}

function taskOf(settings: Settings) {
  const { listening, baseUrl, keptCalls, workerCount } = settings
  const assigned = Object.fromEntries(assignedSettings.map((name) => [name, settings[name]]))
  return {
    ...(assigned as Pick<Settings, (typeof assignedSettings)[number]>),
    listeners: listening.listeners,
    baseUrl,
    keptCalls: { folder: keptCalls?.folder, workerCount },
  }
}

/** Returns a loader that fetches the secrets of `$vault{}` which documents need, and puts them into the environment of the sources. */
function addVaultSecrets<L extends Loader>(loader: L, secrets: Pick<SecretSource, 'fetchMissing'>): L {
  const run = async (load: Loader['load'], source: DocumentSource) => {
    const loaded = await load(source)
    return (await secrets.fetchMissing(loaded.secrets ?? [])) ? load(source) : loaded
  }
  return {
    ...loader,
    load: (source) => run(loader.load, source),
    preview: (source) => run(loader.preview, source),
    restore: (source) => run(loader.restore, source),
  }
}
