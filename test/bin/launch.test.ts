import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import test from 'ava'

const onWindows = `data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})`

for (const command of ['sluice', 'runmqsc']) {
  test(`${command} says that it does not run on Windows, and what to use`, (t) => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      ['--import', onWindows, resolve('bin', `${command}.js`), '--version'],
      { encoding: 'utf8' },
    )
    t.is(status, 1)
    t.is(stdout, '')
    t.regex(stderr, new RegExp(`^${command} does not run on Windows: .+\\nRun it in WSL 2 .+container\\.\\n$`))
  })
}
