/**
 * The sandbox: every part of the product, and what it needs around it, under one supervisor.
 *
 * The documents refer to the ports of the backends, so those listen first; the gateway's workers, and what
 * loads documents, load their code meanwhile.
 */
import { join } from 'node:path'
import { startGateway } from '../gateway/start-gateway.ts'
import type { MqCommand } from '../mq/mq-command.ts'
import type { Settings } from '../settings/settings.ts'
import type { RunningMqweb } from './queue-managers.ts'

const loopback = '127.0.0.1'

export interface RunningSandbox {
  gatewayUrl: string
  /** Where the gateway listens; the same unless something stands in front. */
  gatewayLocalUrl: string
  adminUrl: string
  mqwebUrl: string
  customersUrl: string
  authenticationUrl: string
  /** Readiness turns off; settles after the delay, in which everything serves as before. */
  startDraining(delayMs: number): Promise<void>
  /** Ends everything, the gateway first, so that calls in flight still find their backends. */
  close(): Promise<void>
}

export interface SandboxDeps {
  /** Every control command of queue managers. */
  mqCommands: readonly MqCommand[]
  /** Called once when the sandbox cannot start, before it closes what it has opened. */
  onFailure(): void
}

/**
 * The running sandbox; undefined when the documents are wrong, which has been printed then. `onFailure` is called when it
 * cannot start, before what has been opened is closed.
 */
export async function startSandbox(
  settings: Settings,
  { mqCommands, onFailure }: SandboxDeps,
): Promise<RunningSandbox | undefined> {
  const starting = startGateway(settings, { sandbox: true })
  const backends: Closable[] = []

  try {
    const opened = await openBackends(settings, mqCommands, backends)
    const gateway = await starting.serve(environmentOf(settings, opened), opened.mqweb.metrics)
    if (!gateway) {
      onFailure()
      await closeAll([starting, ...backends])
      return undefined
    }
    return {
      gatewayUrl: gateway.url,
      gatewayLocalUrl: gateway.localUrl,
      adminUrl: gateway.adminUrl,
      mqwebUrl: opened.mqweb.url,
      customersUrl: opened.customers.url,
      authenticationUrl: opened.authentication.url,
      startDraining: gateway.startDraining,
      async close() {
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

interface Closable {
  close(): Promise<void>
}

interface Listening extends Closable {
  url: string
  port: number
}

interface Backends {
  customers: Listening
  authentication: Listening
  mqweb: RunningMqweb
}

/** Opens the backends side by side; each stands in `opened` as soon as it runs, so that none is left behind. */
async function openBackends(
  settings: Settings,
  mqCommands: readonly MqCommand[],
  opened: Closable[],
): Promise<Backends> {
  const keep = <T extends Closable>(backend: T): T => {
    opened.push(backend)
    return backend
  }
  // Imported here, so that the other processes are on their way while this one loads what the backends are made of.
  const [{ startAuthenticationUrl: startAuthentication, startCustomerApi: startCustomers }, { startMqweb }] =
    await Promise.all([import('../../samples/index.ts'), import('./queue-managers.ts')])
  const file = join(settings.dataFolder, 'customers.sqlite')
  const results = await Promise.allSettled([
    startCustomers({ host: loopback, port: settings.customersPort, file }).then(keep),
    startAuthentication({ host: loopback, port: settings.authPort }).then(keep),
    startMqweb(settings, mqCommands).then(keep),
  ])
  const failed = results.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
  const [customers, authentication, mqweb] = results.map(
    (each) => (each as PromiseFulfilledResult<unknown>).value,
  )
  return { customers, authentication, mqweb } as Backends
}

/** Ports that were free ones at the start are known now, and the documents are told. */
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
