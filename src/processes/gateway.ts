/** The gateway as its operator sees it: workers that serve, and documents that are followed while they do. */
import { Registry } from 'prom-client'

import type { Settings } from '../cli/settings.ts'
import type { Config } from '../config/types.ts'
import { type Control, openControl } from '../http/control.ts'
import { openAudit } from '../lib/audit.ts'
import { type Log, openLog } from '../lib/log.ts'
import { openCertificates } from './listening/certificates.ts'
import { openLoader } from './loader.ts'
import { type RunningGateway, startWorkers } from './primary.ts'
import { type Answers, answerWith, controlName, type TokenEndpoint } from './questions.ts'
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
  serve(serving: Serving): Promise<Omit<RunningGateway, 'use' | 'renew' | 'ask'>>
  close(): Promise<void>
}

/** Starts the workers; what they serve is told later, and they load their code meanwhile. */
export function startGateway(settings: Settings): StartingGateway {
  const log = openLog({ level: settings.logLevel, name: 'primary' })
  const metrics = new Registry()
  const workers = startWorkers(settings, { log, metrics })

  return {
    async serve({ config, environment, sandbox }) {
      const { configFolder, listening } = settings
      const certificates = listening.tls && (await openCertificates({ files: listening.tls, log, metrics }))
      const gateway = await workers.serve({ config, tls: certificates?.tls, ...taskOf(settings) })
      certificates?.follow(gateway.renew)
      const loader = openLoader({ source: { configFolder, environment }, sandbox, inUse: config })
      const reloading = reloadOnChange({
        folder: configFolder,
        config,
        loader,
        use: gateway.use,
        log,
        metrics,
        audit: openAudit(settings.dataFolder),
      })
      const control = await openQuestions(settings.dataFolder, log, {
        async plan({ folder = configFolder }) {
          return { folder, inUse: reloading.inUse().revision, ...(await loader.load(folder)) }
        },
        async token({ token }) {
          const [answer] = await gateway.ask({ do: 'inspect', token })
          if (!answer) throw new Error('no worker of the gateway answers')
          return answer
        },
        async providers() {
          return tokenEndpoints(reloading.inUse(), gateway.listening)
        },
        async why({ requestId }) {
          const answers = await gateway.ask({ do: 'explain', requestId })
          return answers.find((each) => each !== undefined) ?? null
        },
      })
      return {
        url: gateway.url,
        listening: gateway.listening,
        adminUrl: gateway.adminUrl,
        async close() {
          reloading.close()
          certificates?.close()
          await control?.close()
          await Promise.all([loader.close(), gateway.close()])
        },
      }
    },
    close: workers.close,
  }
}

function tokenEndpoints({ catalogs }: Config, address: string): TokenEndpoint[] {
  return catalogs.flatMap(({ path, providers }) =>
    [...providers.values()].map(({ name, basePath, tokenPath, scopes }) => ({
      provider: name,
      catalog: path.slice(1),
      url: `${address}${path}${basePath}${tokenPath}`,
      scopes: [...scopes.keys()],
    })),
  )
}

/** A gateway serves without it, too: then commands have nobody to ask. */
async function openQuestions(folder: string, log: Log, answers: Answers): Promise<Control | undefined> {
  try {
    return await openControl(folder, controlName, answerWith(answers))
  } catch (error) {
    log.warn({ err: error }, 'commands cannot ask this gateway')
    return undefined
  }
}

function taskOf({ listening, baseUrl, dataFolder, logLevel, tracing }: Settings) {
  return { doors: listening.doors, baseUrl, dataFolder, logLevel, tracing }
}
