/** The gateway as its operator sees it: workers that serve, and documents that are followed while they do. */
import { Registry } from 'prom-client'

import type { Settings } from '../cli/settings.ts'
import type { Config } from '../config/types.ts'
import { openLog } from '../lib/log.ts'
import { openLoader } from './loader.ts'
import { type RunningGateway, startWorkers } from './primary.ts'
import { reloadOnChange } from './reload.ts'

export interface Serving {
  /** What the documents at the start said. */
  config: Config
  /** The environment that they may refer to. */
  environment: Settings['environment']
  /** The documents are those of the sandbox. */
  sandbox: boolean
}

export interface StartingGateway {
  /** Serves a configuration, and follows the documents that it was loaded from. */
  serve(serving: Serving): Promise<Omit<RunningGateway, 'use'>>
  close(): Promise<void>
}

/** Starts the workers; what they serve is told later, and they load their code meanwhile. */
export function startGateway(settings: Settings): StartingGateway {
  const log = openLog({ level: settings.logLevel, name: 'primary' })
  const metrics = new Registry()
  const workers = startWorkers(settings, { log, metrics })

  return {
    async serve({ config, environment, sandbox }) {
      const { configFolder } = settings
      const gateway = await workers.serve({ config, ...assignmentOf(settings) })
      const loader = openLoader({ source: { configFolder, environment }, sandbox, inUse: config })
      const reloading = reloadOnChange({
        folder: configFolder,
        config,
        loader,
        use: gateway.use,
        log,
        metrics,
      })
      return {
        url: gateway.url,
        listening: gateway.listening,
        adminUrl: gateway.adminUrl,
        async close() {
          reloading.close()
          await Promise.all([loader.close(), gateway.close()])
        },
      }
    },
    close: workers.close,
  }
}

function assignmentOf({ host, port, baseUrl, dataFolder, logLevel }: Settings) {
  return { host, port, baseUrl, dataFolder, logLevel }
}
