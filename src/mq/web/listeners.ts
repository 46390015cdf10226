/** The listeners of the server: HTTPS, and plain HTTP when `httpPort` is set. They follow changes of the settings. */
import type { RequestListener } from 'node:http'
import { createSecureContext, type TlsOptions } from 'node:tls'
import type { FastPathHandler } from '../../shared/http/fast-path/fast-path-server.ts'
import type { ConnectionLimits } from '../../shared/http/inbound/connection-limits.ts'
import { buildOrigin } from '../../shared/http/listener/build-origin.ts'
import { type Listener, openListener } from '../../shared/http/listener/listener.ts'
import { describeFileError } from '../../shared/lib/files/file-error.ts'
import { readRegularFile } from '../../shared/lib/files/read-regular-file.ts'
import { ensureSelfSignedCertificate } from './self-signed-certificate.ts'
import type { MqwebServerOptions } from './server.ts'
import type { MqwebSettings } from './settings/settings.ts'
import type { KeyStoreSettings, TlsSettings } from './settings/tls.ts'

/** Reads the key stores; without any, makes a certificate for `names` in `folder`. Throws for an unreadable file. */
async function readTlsOptions(settings: TlsSettings, folder: string, names: readonly string[]): Promise<TlsOptions> {
  const { clientCertificates, minVersion, maxVersion, ciphers, keyStore, trustStore } = settings
  return {
    minVersion,
    maxVersion,
    ciphers,
    ...(keyStore ? readKeys(keyStore) : await madeKeys(folder, names)),
    requestCert: clientCertificates !== 'none',
    rejectUnauthorized: clientCertificates === 'required',
    ca: trustStore && read(trustStore),
  }
}

async function madeKeys(folder: string, names: readonly string[]): Promise<TlsOptions> {
  const { cert, key } = await ensureSelfSignedCertificate(folder, names)
  return { cert, key }
}

function readKeys(store: KeyStoreSettings): TlsOptions {
  const bytes = read(store)
  const passphrase = store.password === undefined ? {} : { passphrase: store.password }
  const options = store.type === 'PKCS12' ? { pfx: bytes, ...passphrase } : { cert: bytes, key: bytes, ...passphrase }
  try {
    createSecureContext(options)
  } catch (cause) {
    const problem = `the key store ${store.file} cannot be opened: ${(cause as Error).message}`
    throw new Error(`${problem}; check its type (${store.type}) and its password`, { cause })
  }
  return options
}

function read({ file }: KeyStoreSettings): Buffer {
  try {
    return readRegularFile(file)
  } catch (cause) {
    throw new Error(`the key store ${file} cannot be read: ${describeFileError(cause)}`, { cause })
  }
}

export interface MqwebListenersOptions extends Pick<MqwebServerOptions, 'folder' | 'host' | 'port' | 'log'> {
  handler: RequestListener
  /** Serves the requests that it accepts on the HTTP fast path, in place of the handler. */
  fastPath?: FastPathHandler | undefined
  limits: ConnectionLimits
}

/** Opens the listeners of the settings. Rejects when a port is not available; then no listener stays open. */
export async function openMqwebListeners(options: MqwebListenersOptions, settings: MqwebSettings) {
  const { log } = options
  let plan = planOf(settings, options)
  let open = await openAll(plan, options)
  const leaving = new Set<Promise<void>>()

  return {
    get url() {
      return open.url
    },
    get port() {
      return open.port
    },
    /** The URLs of all listeners, HTTPS first. */
    get urls() {
      return open.urls
    },

    /** Opens the listeners again when the new settings change them. Requests in flight finish on the old listeners. */
    async applySettings(settings: MqwebSettings): Promise<void> {
      const wanted = planOf(settings, options)
      if (JSON.stringify(wanted) === JSON.stringify(plan)) return

      // The new listeners may use the same port, so the old listeners stop first.
      const before = open
      const closing = closeAll(before.listeners).finally(() => leaving.delete(closing))
      leaving.add(closing)
      try {
        open = await openAll({ ...wanted, httpsPort: wanted.httpsPort || before.port }, options)
        plan = wanted
      } catch (error) {
        log.error({ err: error }, 'the new listeners cannot be opened; the previous listeners stay in use')
        open = await openAll({ ...plan, httpsPort: before.port }, options)
      }
    },

    async close(graceMs?: number, idleMs?: number): Promise<void> {
      await Promise.all([closeAll(open.listeners, graceMs, idleMs), ...leaving])
    },
  }
}

/** The settings that decide how the listeners are opened. */
type Plan = ReturnType<typeof planOf>

function planOf({ properties, tls }: MqwebSettings, { host, port }: MqwebListenersOptions) {
  const { httpHost, httpsPort, httpPort } = properties
  return { host: host ?? httpHost, httpsPort: port ?? httpsPort, httpPort, tls }
}

async function openAll(plan: Plan, { folder, handler, fastPath, limits, log }: MqwebListenersOptions) {
  const { httpsPort, httpPort } = plan
  const host = plan.host === '*' ? '::' : plan.host
  const name = plan.host === '*' || plan.host === '::' || plan.host === '0.0.0.0' ? 'localhost' : plan.host
  const strictTransport = httpPort < 0 // with strict transport security, browsers would no longer use the HTTP port
  const common = { host, handler, fastPath, limits, log }
  const listeners: Listener[] = []
  const urls: string[] = []
  const opened = (scheme: 'https' | 'http', listener: Listener) => {
    listeners.push(listener)
    urls.push(buildOrigin(scheme, name, listener.port))
  }
  try {
    if (httpsPort >= 0) {
      const names = [...new Set([name, 'localhost', '127.0.0.1', '::1'])]
      const tls = await readTlsOptions(plan.tls, folder, names)
      opened('https', await openListener({ ...common, port: httpsPort, tls, strictTransport }))
    }
    if (httpPort >= 0) opened('http', await openListener({ ...common, port: httpPort }))
  } catch (error) {
    await closeAll(listeners)
    throw error
  }

  const [{ port }] = listeners as [Listener]
  const [url] = urls as [string]
  return { listeners, port, url, urls }
}

async function closeAll(listeners: readonly Listener[], graceMs?: number, idleMs?: number): Promise<void> {
  await Promise.all(listeners.map((listener) => listener.close(graceMs, idleMs)))
}
