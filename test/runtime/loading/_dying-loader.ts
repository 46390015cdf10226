/** The process that loads documents, which is killed at a request while the file `deaths` beside the documents has a number above 0. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

process.on('message', (message: { rpc?: string; argument?: { configFolder?: string } }) => {
  if (message.rpc !== 'request') return
  const file = join(message.argument?.configFolder as string, 'deaths')
  const deaths = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (deaths === 0) return
  writeFileSync(file, String(deaths - 1))
  process.kill(process.pid, 'SIGKILL')
})

await import('../../../src/runtime/loading/loader-process.ts')
