import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'

const root = resolve(import.meta.dirname, '../../..')

const listModules = `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, nextLoad) {
    console.log(url)
    return nextLoad(url, context)
  },
})`

test('a command loads nothing of queue managers and servers before it knows that no MQ host runs', async (t) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(listModules)}`, 'bin/dspmq.js', '--version'],
    { cwd: root },
  )
  const modules = stdout.split('\n')
  t.true(modules.some((url) => url.endsWith('/src/mq/cli/main.ts')))
  t.deepEqual(
    modules.filter((url) =>
      /\/src\/(mq\/(manager|web|parts\/(?!file-transfer\/))|gateway)\/|\/node_modules\/koa\//.test(url),
    ),
    [],
  )
})
