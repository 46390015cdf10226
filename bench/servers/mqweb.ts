/** The queue managers and their web server as the sandbox runs them. Prints the port. */

import { readSettings } from '../../src/gateway/runtime/settings/index.ts'
import { loadMqCommands } from '../../src/mq/cli/commands/index.ts'
import { mqParts } from '../../src/mq/parts.ts'
import { startMqweb } from '../../src/sandbox/run/queue-managers.ts'

const { port, close } = await startMqweb(readSettings(), () => loadMqCommands(mqParts), mqParts)
process.stdout.write(`ready at ${port}\n`)
process.on('SIGTERM', () => close().then(() => process.exit(0)))
