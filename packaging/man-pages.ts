/** Writes the manual page of every command into `build/man`, from the tables from which the commands print their help. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gatewayParts } from '../src/gateway/parts.ts'
import { listMqCommands } from '../src/mq/cli/index.ts'
import { mqParts } from '../src/mq/parts.ts'
import { listCommands } from '../src/sandbox/cli/index.ts'
import { renderManPages } from '../src/shared/cli/help/index.ts'
import { version } from '../src/shared/lib/package/version.ts'

const folder = join(resolve(import.meta.dirname, '..'), 'build', 'man')
const date = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)

mkdirSync(folder, { recursive: true })
const pages = renderManPages(listCommands({ gatewayParts, mqParts }), await listMqCommands(mqParts), { version, date })
for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text)
