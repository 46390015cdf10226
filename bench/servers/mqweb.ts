/** The queue managers and their web server, as the sandbox runs them. Prints its port. */
import { readSettings } from '../../src/cli/settings.ts'
import { startMqweb } from '../../src/processes/mqweb.ts'

const { port, close } = await startMqweb(readSettings())
process.stdout.write(`ready at ${port}\n`)
process.on('SIGTERM', () => close().then(() => process.exit(0)))
