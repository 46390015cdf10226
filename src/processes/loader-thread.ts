/** The thread that loads documents for the primary, and knows which of them are in use. */
import { parentPort, workerData } from 'node:worker_threads'

import { loadDocuments } from '../cli/documents.ts'
import { describeChanges } from '../config/index.ts'
import type { Config } from '../config/types.ts'
import type { FromLoader, LoaderTask, ToLoader } from './loader.ts'

const { source, sandbox, inUse: first } = workerData as LoaderTask
let inUse: Config = first
let latest: Config | undefined

parentPort?.on('message', (message: ToLoader) => {
  if (message.kind === 'used') inUse = latest?.revision === message.revision ? latest : inUse
  else load(message).then(answer, (error: Error) => answer({ number: message.number, failed: error.message }))
})

async function load({ number, folder }: ToLoader & { kind: 'load' }): Promise<FromLoader> {
  const configFolder = folder ?? source.configFolder
  const { config, problems } = await loadDocuments({ ...source, configFolder }, { sandbox })
  if (!config) return { number, loaded: { problems, changes: [] } }

  const changes = config.revision === inUse.revision ? [] : describeChanges(inUse, config)
  if (folder !== undefined) return { number, loaded: { revision: config.revision, problems, changes } }
  latest = config
  return { number, loaded: { config, revision: config.revision, problems, changes } }
}

function answer(message: FromLoader): void {
  parentPort?.postMessage(message)
}
