import test from 'ava'
import { isPackaged, runCommand } from '../_support/product-package.ts'

const listModules = `process.on('exit', () => console.log(process.moduleLoadList.join('\\n')))`

test('a command of the package loads HTTP and not the code behind fetch', async (t) => {
  if (!isPackaged) return t.pass('the command runs from the sources')
  const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(listModules)}` }
  const { output } = await runCommand('sluice', ['check'], { environment })
  const modules = output.split('\n')
  t.true(modules.includes('NativeModule http'))
  t.deepEqual(
    modules.filter((name) => name.includes('undici')),
    [],
  )
})
