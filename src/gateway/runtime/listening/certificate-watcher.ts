/** Renews the certificate of HTTPS in the workers when its files change or SIGHUP comes. Invalid files are ignored. */
import { unwatchFile, watchFile } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import {
  type CertificateSummary,
  loadServerTls,
  type ServerTls,
  type ServerTlsFiles,
} from '../../../shared/http/listener/server-tls.ts'
import type { Log } from '../../../shared/lib/output/log.ts'
import type { Registry } from '../../../shared/lib/output/prometheus.ts'
import { openReloadMetrics } from '../../telemetry/metrics/index.ts'

/** The files are polled once a second, which also works for links and network file systems. */
const everyMs = 1_000
/** The wait for the second file: a certificate and its key are written one after the other. */
const quietMs = 1_500

type CertificateWatcherDeps = { files: ServerTlsFiles; log: Log; metrics: Registry }

/** Reads the files. Rejects with the reason when they cannot be used. */
export async function openCertificateWatcher({ files, log, metrics }: CertificateWatcherDeps) {
  const record = openReloadMetrics(metrics, 'certificate')
  const expires = metrics.gauge(
    'sluice_certificate_expires_seconds',
    'When the certificate in use expires, in seconds since the epoch',
  )
  const first = await loadServerTls(files)
  const changes = watchChanges(now)
  let inUse = first.tls
  let use = async (_: ServerTls) => {}
  let turn = Promise.resolve()
  took(first.facts)

  return {
    /** The certificate that was read at the start. */
    tls: first.tls,
    /** Starts to watch the files, and calls `use` after each valid change. */
    watch(given: (tls: ServerTls) => Promise<void>): void {
      use = given
      changes.follow(first.paths)
      process.on('SIGHUP', now)
      now() // they may have changed since they were read
    },
    close(): void {
      changes.close()
      process.off('SIGHUP', now)
    },
  }

  function now(): void {
    changes.forget()
    turn = turn.then(renew)
  }

  async function renew(): Promise<void> {
    try {
      const { tls, facts, paths: found } = await loadServerTls(files)
      changes.follow(found)
      if (isDeepStrictEqual(tls, inUse)) return record('unchanged')
      await use(tls)
      inUse = tls
      record('used')
      took(facts)
      log.info(textOf(facts), 'another certificate is in use')
    } catch (error) {
      record('refused')
      const problem = (error as Error).message
      log.error({ problem }, 'the changed certificate is invalid: the previous one stays in use')
    }
  }

  function took(facts: CertificateSummary): void {
    expires.set(Math.floor(facts.expiresAt / 1_000))
    if (facts.expiresAt <= Date.now())
      log.warn({ file: files.certificateFile, ...textOf(facts) }, 'the certificate of the gateway has expired')
  }
}

/** Watches files, and calls `onQuiet` when they have changed and are written no longer. */
function watchChanges(onQuiet: () => void) {
  const paths = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const forget = () => clearTimeout(timer)
  const soon = () => {
    forget()
    timer = setTimeout(onQuiet, quietMs)
  }

  return {
    follow(more: readonly string[]): void {
      for (const path of more) {
        if (!paths.has(path)) watchFile(path, { interval: everyMs }, soon)
        paths.add(path)
      }
    },
    /** Drops a change that has not been reported yet. */
    forget,
    close(): void {
      forget()
      for (const path of paths) unwatchFile(path, soon)
    },
  }
}

function textOf({ subject, expiresAt }: CertificateSummary) {
  return { subject, expires: new Date(expiresAt).toISOString() }
}
