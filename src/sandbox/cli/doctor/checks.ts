/** What `sluice doctor` looks at: a row for each subject. */
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { loadRegistryTest } from '../../../gateway/cli/index.ts'
import type { LoadResult } from '../../../gateway/config/types/index.ts'
import { isGatewayRunning } from '../../../gateway/runtime/gateway/index.ts'
import type { Settings } from '../../../gateway/runtime/settings/index.ts'
import { pluralize } from '../../../shared/cli/common/pluralize.ts'
import { canAccess } from '../../../shared/lib/files/can-access.ts'
import { silentLog } from '../../../shared/lib/output/log.ts'
import { version } from '../../../shared/lib/package/version.ts'
import { minuteMs } from '../../../shared/lib/time/durations.ts'
import { claimListeners } from '../../../shared/process/listening/index.ts'
import { checkOpenFilesLimit, describeStartError } from '../../../shared/process/settings/index.ts'
import {
  describeStateStore,
  openCounterStore,
  openExistingStateStore,
  openMemoryStore,
} from '../../../shared/storage/index.ts'

/** What a check has found. A problem keeps the gateway from its work; a warning may later. */
export interface Finding {
  state: 'ok' | 'warning' | 'problem'
  /** What was found. */
  text: string
  /** What to do; undefined for `ok`. */
  remedy?: string
}

/** Looks at one subject. A check that rejects is a problem, with the message of its error. */
type Check = (settings: Settings, load: () => Promise<LoadResult>) => Promise<Finding | readonly Finding[]>

/** Every check, in the order in which they are printed. */
export const checks: Readonly<Record<string, Check>> = {
  version: async () => ok(`Sluice ${version} on Node ${process.version}, ${process.platform} ${process.arch}`),
  settings: async ({ warnings }) =>
    warnings.length === 0
      ? ok('the environment variables are accepted')
      : warnings.map((text) => warning(text, 'see docs/operation.md, Environment')),
  clock: checkClock,
  'open files': async () => {
    const text = checkOpenFilesLimit()
    return text === undefined ? ok('the limit of open files is high enough') : warning(text, 'ulimit -n 65536')
  },
  'data folder': checkDataFolder,
  disk: checkDisk,
  ports: checkPorts,
  certificates: async ({ listening: { tls } }) => {
    if (!tls) return ok('HTTPS is off')
    const { checkTlsFiles } = await import('../../../shared/process/listening/check-tls-files.ts')
    const { errors, warnings } = await checkTlsFiles(tls)
    const remedy = 'replace the file; the gateway reads it again by itself'
    const found = [...errors.map((text) => problem(text, remedy)), ...warnings.map((text) => warning(text, remedy))]
    return found.length > 0 ? found : ok('the certificates of the listeners are valid')
  },
  documents: checkDocuments,
  registries: checkRegistries,
  store: checkStore,
  counters: checkCounters,
  gateway: checkRunningGateway,
}

const ok = (text: string): Finding => ({ state: 'ok', text })
const warning = (text: string, remedy: string): Finding => ({ state: 'warning', text, remedy })
const problem = (text: string, remedy: string): Finding => ({ state: 'problem', text, remedy })

const warnFreeBytes = 1024 ** 3
const minFreeBytes = 64 * 1024 ** 2

/** Tokens, sessions and limits follow the clock. A clock that went back leaves files of the future. */
async function checkClock({ dataFolder }: Settings): Promise<Finding> {
  const names = await readdir(dataFolder).catch(() => [])
  const times = await Promise.all(names.map((name) => stat(join(dataFolder, name)).then(({ mtimeMs }) => mtimeMs)))
  const aheadMs = Math.max(0, ...times) - Date.now()
  const now = new Date().toISOString()
  if (aheadMs < minuteMs) return ok(`the clock says ${now}`)
  const minutes = Math.round(aheadMs / minuteMs)
  return problem(
    `the clock says ${now}, and files in ${dataFolder} are ${pluralize(minutes, 'minute')} newer`,
    'set the clock, and let it follow a time server: tokens that were issued in between are valid for longer',
  )
}

async function checkDataFolder({ dataFolder }: Settings): Promise<Finding> {
  const found = await stat(dataFolder).catch(() => undefined)
  if (!found) return ok(`${dataFolder} will be made at the first start`)
  if (!found.isDirectory()) return problem(`${dataFolder} is not a folder`, 'name a folder in SLUICE_DATA')
  if (!(await canAccess(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK)))
    return problem(`${dataFolder} belongs to user ${found.uid}, and this user may not write there`, 'run as its owner')
  if ((found.mode & 0o077) === 0) return ok(`only its owner opens ${dataFolder}`)
  return warning(`other users may open ${dataFolder}, which holds keys and messages`, `chmod 700 ${dataFolder}`)
}

async function checkDisk({ dataFolder }: Settings): Promise<Finding> {
  const { bavail, bsize, ffree, files } = await statfs(dataFolder).catch(() => statfs('.'))
  const [freeBytes, freeMib] = [bavail * bsize, Math.round((bavail * bsize) / 1024 ** 2)]
  const remedy = 'free space, or move the folder and set SLUICE_DATA'
  if (files > 0 && ffree === 0) return problem('the disk of the data folder has no free inodes', remedy)
  const text = `${freeMib.toLocaleString('en')} MiB are free on the disk of the data folder`
  if (freeBytes >= warnFreeBytes) return ok(text)
  return freeBytes < minFreeBytes ? problem(text, remedy) : warning(text, remedy)
}

async function checkPorts(settings: Settings): Promise<readonly Finding[]> {
  const { listening, adminHost, adminPort, dataFolder } = settings
  if (await isGatewayRunning(dataFolder)) return [ok('a gateway of this data folder holds its ports')]
  const wanted = [
    ...listening.listeners.filter(({ inheritedDescriptor }) => inheritedDescriptor === undefined),
    { host: adminHost, port: adminPort },
  ].filter(({ port }) => port !== 0)
  return Promise.all(wanted.map(({ host, port }) => checkPort(host, port)))
}

async function checkPort(host: string, port: number): Promise<Finding> {
  try {
    const { release } = await claimListeners([{ scheme: 'http', host, port }])
    await release()
    return ok(`port ${port} on ${host} is free`)
  } catch (error) {
    return problem(describeStartError(error), `see who holds it with "ss -ltnp sport = :${port}"`)
  }
}

async function checkDocuments({ configFolder }: Settings, load: () => Promise<LoadResult>): Promise<Finding> {
  const { config, problems } = await load()
  const warnings = problems.filter(({ severity }) => severity === 'warning').length
  if (!config)
    return problem(
      `the documents in ${configFolder} have ${pluralize(problems.length - warnings, 'error')}`,
      'sluice check shows each with its line; sluice init writes the first documents',
    )
  const text = `the documents in ${configFolder} are valid`
  return warnings === 0 ? ok(text) : warning(`${text}, with ${pluralize(warnings, 'warning')}`, 'sluice check')
}

/** Asks each registry for a user whom it does not have, or for its metadata. One that is away is a warning. */
async function checkRegistries(_settings: Settings, load: () => Promise<LoadResult>): Promise<readonly Finding[]> {
  const { config } = await load()
  const all = config?.catalogs.flatMap((catalog) =>
    [...catalog.registries.values()].map((registry) => [registry.name, { registry, catalog }] as const),
  )
  const remote = [...new Map(all).values()].filter(({ registry }) => registry.type !== 'lur')
  const { openRegistry } = await loadRegistryTest()
  return Promise.all(
    remote.map(async ({ registry, registry: { name }, catalog }) => {
      let opened: ReturnType<typeof openRegistry> | undefined
      try {
        opened = openRegistry(registry, catalog, silentLog) // it throws when a certificate file cannot be read
        const found = opened.all.get(name)
        if (found?.browserSignIn) await found.browserSignIn.begin({ callback: 'http://127.0.0.1/', state: 'doctor' })
        else await found?.authenticate('sluice-doctor', randomUUID())
        return ok(`the user registry ${name} responds`)
      } catch (error) {
        const failure = (error as Error).message
        return warning(`sign-ins at ${name} get 503: ${failure}`, `try "sluice registry test ${name} --user USER"`)
      } finally {
        await opened?.close()
      }
    }),
  )
}

async function checkCounters({ counters: { url, attempts, limits } }: Settings): Promise<Finding> {
  if (url === 'store') return ok('the store has the counters')
  const deps = { store: openMemoryStore({ clock: Date.now }), isShared: false, clock: Date.now }
  const { problem: findProblem, close } = await openCounterStore(url, deps)
  await close()
  const failure = findProblem()
  if (failure === undefined) return ok('the counters respond')
  const remedy = 'start Redis, or correct SLUICE_COUNTERS'
  if (attempts === 'reject') return problem(`sign-ins get 503: ${failure}`, remedy)
  return warning(`limits (${limits}) and attempts (${attempts}) are not counted together: ${failure}`, remedy)
}

async function checkStore({ store: location }: Settings): Promise<Finding> {
  const name = describeStateStore(location)
  const startedAt = performance.now()
  const opened = await openExistingStateStore(location).catch((error: Error) => error)
  if (opened instanceof Error)
    return problem(`the store ${name}: ${opened.message}`, 'see docs/guides/several-machines.md, or restore a backup')
  if (!opened) return ok(`the store ${name} will be made at the first start`)
  await opened.store.list('probe')
  const tookMs = Math.round(performance.now() - startedAt)
  const awayMs = opened.clock() - Date.now()
  await opened.store.close()
  if (Math.abs(awayMs) < 5_000) return ok(`the store ${name} responds in ${tookMs} ms`)
  return warning(
    `the clock of the store ${name} is ${Math.round(awayMs / 1_000)} s away from that of this machine`,
    'let both follow a time server',
  )
}

async function checkRunningGateway({ dataFolder, adminHost, adminPort }: Settings): Promise<readonly Finding[]> {
  if (!(await isGatewayRunning(dataFolder))) return [ok('no gateway of this data folder runs')]
  if (adminPort === 0) return [ok('a gateway runs')]
  const host = adminHost.includes(':') ? `[${adminHost}]` : adminHost === '0.0.0.0' ? '127.0.0.1' : adminHost
  const url = `http://${host}:${adminPort}/readyz`
  const response = await fetch(url, { signal: AbortSignal.timeout(15_000) })
  const { status, checks: found } = (await response.json()) as { status: string; checks: Record<string, string> }
  const bad = Object.entries(found).filter(([, result]) => result !== 'ok')
  if (bad.length === 0) return [ok(`a gateway runs, and is ${status}`)]
  return bad.map(([name, reason]) => problem(`the gateway is ${status}: ${name}: ${reason}`, `see ${url} and its log`))
}
