/** The process that loads documents for the primary, and knows which of them are in use. */
import { isDeepStrictEqual } from 'node:util'

import { type DocumentSource, openDocuments } from '../cli/documents.ts'
import { describeChanges, type Load, type LoadOptions } from '../config/index.ts'
import type { Config } from '../config/types.ts'
import type { FromLoader, ToLoader } from './loader.ts'
import { pack, unpack } from './packed.ts'

type Where = Omit<DocumentSource, 'instead'>

/** Reading so many again takes longer than anybody wants to wait who has changed one. */
const manyParts = 500

let options: LoadOptions = {}
let inUse: Config | undefined
let latest: Config | undefined
let own: { where: Where; load: Load } | undefined

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
  const { instead, ...where } = source
  const { config, problems } = await loadFrom(where)(instead)
  if (!config) return { number, loaded: { problems, changes: [] } }

  const { revision } = config
  const isInUse = revision === inUse?.revision
  const changes = inUse && !isInUse ? describeChanges(inUse, config) : []
  const loaded = { revision, problems, changes }
  if (kind === 'look' || isInUse) return { number, loaded }
  latest = config
  return { number, loaded: { ...loaded, config: pack(config), isLarge: partsOf(config) >= manyParts } }
}

/** What the first folder holds is remembered: the gateway's own comes first, others are only looked at. */
function loadFrom(where: Where): Load {
  own ??= { where, load: openDocuments(where, options) }
  return isDeepStrictEqual(where, own.where) ? own.load : openDocuments(where, options)
}

function partsOf({ catalogs }: Config): number {
  return catalogs.reduce((sum, { apis, applications }) => sum + apis.length + applications.length, 0)
}

function answer(message: FromLoader): void {
  process.send?.(message)
}
