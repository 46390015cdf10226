/**
 * The sandbox: both servers, the customer API and the authentication URL under one supervisor.
 *
 * The documents refer to the ports of the backends, so the backends listen first, while the gateway's processes
 * load their code.
 */
import { join } from 'node:path'
import type { GatewayParts } from '../../gateway/part.ts'
import { requireDifferentPorts, type Settings } from '../../gateway/runtime/settings/index.ts'
import type { MqParts } from '../../mq/part.ts'
import type { MqCommand } from '../../mq/runtime/index.ts'
import { openLog } from '../../shared/lib/output/log.ts'
import type { RunningMqweb } from './queue-managers.ts'

const loopback = '127.0.0.1'

export type RunningSandbox = NonNullable<Awaited<ReturnType<typeof startSandbox>>>

export interface SandboxDeps extends GatewayParts, MqParts {
  /** Loads every control command of queue managers, when the processes of the gateway have been started. */
  loadMqCommands(): Promise<readonly MqCommand[]>
  /** Called once when the sandbox cannot start, before it closes what it has opened. */
  onFailure(): void
}

/** Starts the sandbox. Returns undefined when a document has an error, which it has printed. */
export async function startSandbox(settings: Settings, deps: SandboxDeps) {
  const { gatewayParts, onFailure } = deps
  requireDifferentPorts([
    ...settings.ports,
    { name: 'SLUICE_MQWEB_PORT', host: loopback, port: settings.mqwebPort },
    { name: 'SLUICE_CUSTOMERS_PORT', host: loopback, port: settings.customersPort },
    { name: 'SLUICE_AUTH_PORT', host: loopback, port: settings.authPort },
  ])
  const { startGateway } = await import('../../gateway/runtime/gateway/start-gateway.ts')
  const starting = startGateway(settings, gatewayParts, { sandbox: true })
  const backends: Closable[] = []

  try {
    const opened = await openBackends(settings, deps, backends)
    const gateway = await starting.serve(environmentOf(settings, opened), { backendMetrics: opened.mqweb.metrics })
    if (!gateway) {
      onFailure()
      await closeAll([starting, ...backends])
      return undefined
    }
    return {
      gatewayUrl: gateway.url,
      /** The URL of the gateway on this machine. */
      gatewayLocalUrl: gateway.localUrl,
      adminUrl: gateway.adminUrl,
      mqwebUrl: opened.mqweb.url,
      customersUrl: opened.customers.url,
      authenticationUrl: opened.authentication.url,
      /** Turns readiness off and waits; requests are served as before. */
      startDraining: gateway.startDraining,
      /** Closes everything, the gateway first, so that calls in flight still reach their upstreams. */
      async close(): Promise<void> {
        opened.mqweb.endWaits() // calls of the gateway wait with them
        await gateway.close()
        await closeAll(backends)
      },
    }
  } catch (error) {
    onFailure()
    await closeAll([starting, ...backends])
    throw error
  }
}

type Closable = { close(): Promise<void> }

interface Listening extends Closable {
  url: string
  port: number
}

type Backends = { customers: Listening; authentication: Listening; mqweb: RunningMqweb }

/** Opens the backends concurrently. Each is added to `opened` as soon as it runs, so that all can be closed. */
async function openBackends(
  settings: Settings,
  { loadMqCommands, mqParts }: SandboxDeps,
  opened: Closable[],
): Promise<Backends> {
  const keep = <T extends Closable>(backend: T): T => {
    opened.push(backend)
    return backend
  }
  // Imported here, so that the other processes start while this one loads the code of the backends.
  const [{ startAuthenticationUrl: startAuthentication, startCustomerApi: startCustomers }, { startMqweb }] =
    await Promise.all([import('../samples/index.ts'), import('./queue-managers.ts')])
  const file = join(settings.dataFolder, 'customers.sqlite')
  const { connections } = settings
  const log = openLog({ level: settings.logLevel, name: 'samples' })
  const results = await Promise.allSettled([
    startCustomers({ host: loopback, port: settings.customersPort, file, log, connections }).then(keep),
    startAuthentication({ host: loopback, port: settings.authPort, log, connections }).then(keep),
    startMqweb(settings, loadMqCommands, mqParts).then(keep),
  ])
  const failed = results.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
  const [customers, authentication, mqweb] = results.map((each) => (each as PromiseFulfilledResult<unknown>).value)
  return { customers, authentication, mqweb } as Backends
}

/** Adds the ports that the backends have taken to the environment of the documents. */
function environmentOf({ environment }: Settings, { customers, authentication, mqweb }: Backends) {
  return {
    ...environment,
    SLUICE_CUSTOMERS_PORT: String(customers.port),
    SLUICE_AUTH_PORT: String(authentication.port),
    SLUICE_MQWEB_PORT: String(mqweb.port),
  }
}

async function closeAll(parts: readonly Closable[]): Promise<void> {
  await Promise.all(parts.map((each) => each.close()))
}
