/** The queue managers and their web server as the sandbox runs them. Prints the port. */
import { mqCommands } from '../../src/cli/mq/commands/index.ts'
import { startMqweb } from '../../src/runtime/sandbox/queue-managers.ts'
import { readSettings } from '../../src/runtime/settings/settings.ts'

const { port, close } = await startMqweb(readSettings(), mqCommands)
process.stdout.write(`ready at ${port}\n`)
process.on('SIGTERM', () => close().then(() => process.exit(0)))
