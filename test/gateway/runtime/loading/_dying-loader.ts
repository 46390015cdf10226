/**
 * The process that loads documents, which is killed at a request while the file `deaths` beside the documents has a number above 0.
 * It writes its process id to the file `pid` there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

process.on('message', (message: { rpc?: string; argument?: { configFolder?: string } }) => {
  const folder = message.argument?.configFolder
  if (message.rpc !== 'request' || folder === undefined) return
  writeFileSync(join(folder, 'pid'), String(process.pid))
  const file = join(folder, 'deaths')
  const deaths = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (deaths === 0) return
  writeFileSync(file, String(deaths - 1))
  process.kill(process.pid, 'SIGKILL')
})

await import('../../../../src/gateway/runtime/programs/loader.ts')
