/** Mocks of APIs, and a gateway in front of one: `sluice mock`, `sluice demo`. */
import type { GatewayPart } from '../../gateway/part.ts'
import type { Settings } from '../../gateway/runtime/settings/index.ts'
import { openLog } from '../../shared/lib/output/log.ts'
import { type MockOperations, startMockApi } from '../samples/index.ts'

export interface RunningDemo {
  /** The URL of the gateway for this machine. */
  url: string
  close(): Promise<void>
}

/** Starts the mock of an API at a port of the loopback address. Each request becomes a line that `write` gets. */
export function startMock(operations: MockOperations, port: number, write: (line: string) => void) {
  const log = openLog({ name: 'mock' })
  return startMockApi({
    port,
    operations,
    log,
    onRequest: ({ method, path, operation, status }) =>
      write(`${status} ${method} ${path}${operation === undefined ? '  (no operation of the file)' : ''}\n`),
  })
}

/** Starts a gateway with the documents of a folder. Returns undefined when a document has an error, which is in the log. */
export async function startDemoGateway(
  settings: Settings,
  parts: readonly GatewayPart[],
): Promise<RunningDemo | undefined> {
  const { startGateway } = await import('../../gateway/runtime/gateway/start-gateway.ts')
  const starting = startGateway(settings, parts, { sandbox: true })
  const gateway = await starting.serve(settings.environment).catch(async (error) => {
    await starting.close()
    throw error
  })
  if (!gateway) {
    await starting.close()
    return undefined
  }
  return { url: gateway.localUrl, close: () => gateway.close() }
}
