/** The log lines of a start: problems of the documents, and one line when the gateway serves. */
import type { Log } from '../../../shared/lib/output/log.ts'
import { findRevision } from '../../../shared/lib/package/revision.ts'
import { version } from '../../../shared/lib/package/version.ts'
import { describeStateStore } from '../../../shared/storage/index.ts'
import type { Problem } from '../../config/types/index.ts'
import type { Settings } from '../settings/settings.ts'

/** Logs one line for each problem. After errors, a last line says whether the revision `restored` or nothing is served. */
export function logDocumentProblems(
  { restored, problems }: { restored?: string | undefined; problems: readonly Problem[] },
  log: Log,
): void {
  for (const { severity, file, line, column, message } of problems) {
    const place = `${file}:${line}:${column}`
    if (severity === 'error') log.error({ place }, message)
    else log.warn({ place }, message)
  }
  if (!problems.some(({ severity }) => severity === 'error')) return
  if (restored === undefined) log.fatal('nothing was started, because the documents have errors')
  else
    log.error(
      { inUse: restored },
      'the documents have errors: the revision that this node used last is served until they are corrected',
    )
}

export interface GatewayStart {
  revision: string
  /** The origin of the issuers. */
  baseUrl: string
  /** The URLs of the listening sockets. */
  listenerUrls: readonly string[]
  adminUrl: string
}

/** Logs the line with the URLs of the gateway, its documents and its workers. */
export function logGatewayStart(
  { revision, baseUrl, listenerUrls: listeners, adminUrl }: GatewayStart,
  settings: Settings,
  log: Log,
): void {
  const { trustedProxies, upstreamClient, tracing } = settings
  log.info(
    {
      version,
      commit: findRevision(),
      node: process.version,
      pid: process.pid,
      workers: settings.workerCount,
      revision,
      listeners,
      baseUrl,
      baseUrlFrom: settings.baseUrl === '' ? 'listener' : 'SLUICE_BASE_URL',
      management: adminUrl,
      documents: settings.configFolder,
      store: describeStateStore(settings.store),
      trustedProxies: trustedProxies.length > 0 ? trustedProxies : undefined,
      upstreamClient: upstreamClient !== 'built-in' ? upstreamClient : undefined,
      traces: tracing?.url,
    },
    'gateway ready',
  )
}
