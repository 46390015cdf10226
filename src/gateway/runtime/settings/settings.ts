/**
 * The settings from the environment: ports, folders, and the passwords of the sandbox's documents.
 *
 * The table has every variable. Documents may refer to them as `$env{NAME}`.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { upstreamClientNames } from '../../../shared/http/client/exchange/types.ts'
import { buildProxyHeaderReader } from '../../../shared/http/request/trusted-proxies.ts'
import { didYouMean } from '../../../shared/lib/output/suggest.ts'
import { dayMs, hourMs } from '../../../shared/lib/time/durations.ts'
import type { ListenerSettings } from '../../../shared/process/listening/listeners.ts'
import { parseConnectionSettings } from '../../../shared/process/settings/connection-settings.ts'
import { parseListeningSettings } from '../../../shared/process/settings/listening-settings.ts'
import { readMinFreeBytes } from '../../../shared/process/settings/mqweb-settings.ts'
import { parseChoice, parseWholeNumber, SettingError } from '../../../shared/process/settings/parse-setting.ts'
import {
  openSettingText,
  type SettingText,
  type SettingVariable,
  settingVariables,
} from '../../../shared/process/settings/setting-variables.ts'
import {
  type CounterSettings,
  counterFallbacks,
  findCounterUrlMistake,
  findStoreUrlMistake,
  type StateStoreLocation,
} from '../../../shared/storage/index.ts'
import { documentFolders } from '../../config/folders/index.ts'
import type { AuditRotation } from '../../telemetry/audit/index.ts'
import { findBaseUrlWarnings, readBaseUrl } from './base-url-setting.ts'
import { readMailSettings } from './mail-settings.ts'
import { readTracingSettings } from './tracing-settings.ts'
import { readVaultSettings } from './vault-settings.ts'

export type Environment = Record<string, string | undefined>

/** Where calls are kept for explanations, and how many bytes at most. */
export type KeptCallSettings = { folder: string; maxBytes: number }

export type Settings = ReturnType<typeof readSettings>

/** Reads the settings. Throws `SettingError`. */
export function readSettings(environment: Environment = process.env) {
  const defaults = Object.fromEntries(Object.entries(settingVariables).map(([name, row]) => [name, row.default ?? '']))
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value))
  const all: Environment = { ...defaults, ...given }
  const text = openSettingText(given)

  const dataFolder = resolve(text('SLUICE_DATA'))
  const listening = parseListeningSettings(text)
  readVaultSettings(all)
  const baseUrl = readBaseUrl(text('SLUICE_BASE_URL'), listening)
  const ports = listPorts(text, listening.listeners)
  return {
    listening,
    ports,
    /** Addresses and networks of proxies whose `X-Forwarded-…` and `Forwarded` are trusted. */
    trustedProxies: trustedProxies(text('SLUICE_TRUSTED_PROXIES')),
    connections: parseConnectionSettings(text),
    adminHost: text('SLUICE_ADMIN_HOST'),
    /** The names, other than `localhost`, under which clients reach the management port. */
    adminNames: splitList(text('SLUICE_ADMIN_NAMES')),
    adminPort: parseWholeNumber(text, 'SLUICE_ADMIN_PORT', 0, 65_535),
    /** Free bytes on the disk below which queue managers reject persistent messages. */
    mqMinFreeBytes: readMinFreeBytes(all),
    mqwebPort: parseWholeNumber(text, 'SLUICE_MQWEB_PORT', 0, 65_535),
    customersPort: parseWholeNumber(text, 'SLUICE_CUSTOMERS_PORT', 0, 65_535),
    authPort: parseWholeNumber(text, 'SLUICE_AUTH_PORT', 0, 65_535),
    /** The origin of the URLs that callers use; empty when it follows a listener. */
    baseUrl,
    configFolder: resolve(given.SLUICE_CONFIG ?? findDocumentsFolder(dataFolder)),
    dataFolder,
    /** Where the gateway keeps its state. */
    store: readStoreLocation(text, dataFolder),
    /** Where audit entries are written, and when the file is rotated. */
    audit: { dataFolder, rotation: readAuditRotation(text) },
    /** Where limits and attempts are counted. */
    counters: readCounterSettings(text),
    workerCount: parseWholeNumber(text, 'SLUICE_WORKERS', 1, 256),
    /** Milliseconds without a response after which a worker is killed. */
    workerTimeoutMs: 1_000 * parseWholeNumber(text, 'SLUICE_WORKER_TIMEOUT_SECONDS', 2, 600),
    /** The calls of its own that a worker makes before it listens. */
    warmUpCalls: parseWholeNumber(text, 'SLUICE_WARM_UP_CALLS', 0, 10_000),
    /** Milliseconds from SIGTERM until the listeners close. */
    drainDelayMs: 1_000 * parseWholeNumber(text, 'SLUICE_DRAIN_DELAY_SECONDS', 0, 600),
    /** The HTTP client for requests to upstreams of APIs. */
    upstreamClient: parseChoice(text, 'SLUICE_UPSTREAM_CLIENT', upstreamClientNames),
    /** Memory of each worker for kept responses. */
    responseCacheBytes: 1024 * 1024 * parseWholeNumber(text, 'SLUICE_RESPONSE_CACHE_MB', 1, 4_096),
    /** Undefined when no call is kept. */
    keptCalls: readKeptCallSettings(text, dataFolder),
    logLevel: parseChoice(text, 'SLUICE_LOG', ['debug', 'info', 'warn', 'error']),
    /** The SMTP server of developer portals; undefined when e-mail is off. */
    mail: readMailSettings(text),
    /** Where traces are sent; undefined when requests are not traced. */
    tracing: readTracingSettings(given),
    /** The environment with the defaults of the table: the variables that documents may refer to. */
    environment: { ...all, SLUICE_DATA: dataFolder } as Environment,
    /** Warnings about settings that work, but probably not as intended. */
    warnings: [...findBaseUrlWarnings(baseUrl, listening), ...findUnknownSettings(Object.keys(given))],
  }
}

/** Returns the current folder; that of the sandbox's samples in the data folder when only this one has documents. */
function findDocumentsFolder(dataFolder: string): string {
  const copy = join(dataFolder, 'documents')
  return !documentFolders.some((name) => existsSync(name)) && existsSync(copy) ? copy : '.'
}

/** A port to listen on, and the variable that sets it. */
type WantedPort = { name: string; host: string; port: number }

/** Returns the ports of the listeners and the management port. Throws `SettingError` when two of them are one. */
function listPorts(text: SettingText, listeners: readonly ListenerSettings[]): WantedPort[] {
  const nameOf = { http: 'SLUICE_PORT', https: 'SLUICE_TLS_PORT' }
  const admin = { host: text('SLUICE_ADMIN_HOST'), port: Number(text('SLUICE_ADMIN_PORT')) }
  const own = listeners.map(({ scheme, host, port }) => ({ name: nameOf[scheme], host, port }))
  const ports = [...own, { name: 'SLUICE_ADMIN_PORT', ...admin }]
  requireDifferentPorts(ports)
  return ports
}

/** Throws `SettingError` when two listeners have one port, which the second would find taken by its own server. */
export function requireDifferentPorts(ports: readonly WantedPort[]): void {
  const isAny = (host: string) => host === '0.0.0.0' || host === '::'
  const isSame = (a: WantedPort, b: WantedPort) =>
    a.port === b.port && a.port !== 0 && (a.host === b.host || isAny(a.host) || isAny(b.host))
  for (const [index, port] of ports.entries()) {
    const other = ports.slice(0, index).find((each) => isSame(each, port))
    if (other)
      throw new SettingError(`${port.name} is ${port.port}, and so is ${other.name}: set another port for one of them`)
  }
}

/** Returns a warning for each name with the prefix of Sluice that is no setting, such as a misspelt one. */
function findUnknownSettings(names: readonly string[]): string[] {
  const known = Object.keys(settingVariables)
  const unknown = names.filter((name) => /^SLUICE_/i.test(name) && !known.includes(name)).sort()
  return unknown.map(
    (name) =>
      `${name} is set and is not a setting of Sluice${didYouMean(name, known) || ': "sluice start" ignores it'}`,
  )
}

function readKeptCallSettings(text: SettingText, dataFolder: string): KeptCallSettings | undefined {
  const megabytes = parseWholeNumber(text, 'SLUICE_KEPT_CALLS_MB', 0, 65_536)
  return megabytes === 0 ? undefined : { folder: join(dataFolder, 'calls'), maxBytes: megabytes * 1024 * 1024 }
}

function readStoreLocation(text: SettingText, dataFolder: string): StateStoreLocation {
  const url = text('SLUICE_STORE')
  const mistake = findStoreUrlMistake(url)
  if (mistake) throw new SettingError(`SLUICE_STORE: ${mistake}`)
  const hours = parseWholeNumber(text, 'SLUICE_STORE_COPY_HOURS', 0, 720)
  return { url, dataFolder, maxCopyAgeMs: hours * hourMs }
}

function readCounterSettings(text: SettingText): CounterSettings {
  const url = text('SLUICE_COUNTERS')
  const mistake = findCounterUrlMistake(url)
  if (mistake) throw new SettingError(`SLUICE_COUNTERS: ${mistake}`)
  const fallbackOf = (name: 'SLUICE_LIMITS_UNAVAILABLE' | 'SLUICE_ATTEMPTS_UNAVAILABLE') =>
    parseChoice(text, name, counterFallbacks)
  return { url, limits: fallbackOf('SLUICE_LIMITS_UNAVAILABLE'), attempts: fallbackOf('SLUICE_ATTEMPTS_UNAVAILABLE') }
}

function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((each) => each !== '')
}

function trustedProxies(text: string): string[] {
  const entries = splitList(text)
  try {
    buildProxyHeaderReader(entries)
  } catch (error) {
    throw new SettingError(`SLUICE_TRUSTED_PROXIES: ${(error as Error).message}`)
  }
  return entries
}

const megabyte = 1_048_576

/** Throws `SettingError`. */
function readAuditRotation(text: SettingText): AuditRotation {
  const read = (name: SettingVariable, max: number) => parseWholeNumber(text, name, 0, max)
  return {
    maxBytes: read('SLUICE_AUDIT_MAX_MB', 1_048_576) * megabyte,
    maxAgeMs: read('SLUICE_AUDIT_MAX_DAYS', 3_650) * dayMs,
    keptFiles: read('SLUICE_AUDIT_KEEP', 100_000),
  }
}
