/** The process that loads documents for the primary, and knows which of them are in use. */
import { loadDocuments } from '../cli/documents.ts'
import { describeChanges, type LoadOptions } from '../config/index.ts'
import type { Config } from '../config/types.ts'
import type { FromLoader, ToLoader } from './loader.ts'
import { pack, unpack } from './packed.ts'

let options: LoadOptions = {}
let inUse: Config | undefined
let latest: Config | undefined

// Signals of the terminal reach every process of the group; only the primary acts on them.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('SIGHUP', () => {})
process.on('disconnect', () => process.exit(0))
process.on('message', (message: ToLoader) => {
  if (message.kind === 'begin') begin(message)
  else if (message.kind === 'used') inUse = latest?.revision === message.revision ? latest : inUse
  else load(message).then(answer, (error: Error) => answer({ number: message.number, failed: error.message }))
})

function begin(given: ToLoader & { kind: 'begin' }): void {
  options = given.options
  inUse = given.inUse && unpack(given.inUse)
}

async function load({ kind, number, source }: ToLoader & { kind: 'load' | 'look' }): Promise<FromLoader> {
  const { config, problems } = await loadDocuments(source, options)
  if (!config) return { number, loaded: { problems, changes: [] } }

  const changes = inUse && config.revision !== inUse.revision ? describeChanges(inUse, config) : []
  if (kind === 'look') return { number, loaded: { revision: config.revision, problems, changes } }
  latest = config
  return { number, loaded: { config: pack(config), revision: config.revision, problems, changes } }
}

function answer(message: FromLoader): void {
  process.send?.(message)
}
