import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { loadWhenUnchanged } from '../../../../src/gateway/config/load/load-when-unchanged.ts'

/** Two files that change together. */
async function twoFiles(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-settled-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  await mkdir(join(folder, 'providers'))
  await mkdir(join(folder, 'apis'))
  const [one, other] = [join(folder, 'providers/one.yaml'), join(folder, 'apis/other.yaml')]
  const write = (text: string) => {
    for (const each of [one, other]) writeFileSync(each, text)
  }
  write('old')
  return { folder, write, read: (which: 'one' | 'other') => readFileSync({ one, other }[which], 'utf8') }
}

/** Waits until a change that comes now has a later timestamp than the files, by more than the kernel's clock may err. */
async function untilAtRest(folder: string): Promise<void> {
  const names = ['', 'providers', 'providers/one.yaml', 'apis', 'apis/other.yaml']
  const changedAt = Math.max(...names.map((name) => statSync(join(folder, name)).ctimeMs))
  while (Date.now() - changedAt <= 40) await setTimeout(1)
}

for (const [title, sameMillisecond] of [
  ['are changed while they are read', false],
  ['are changed within the same millisecond as before', true],
] as const) {
  test(`files that ${title} are read again`, async (t) => {
    const { folder, write, read } = await twoFiles(t)
    if (!sameMillisecond) await untilAtRest(folder)
    let loads = 0
    const seen = await loadWhenUnchanged(folder, async () => {
      loads += 1
      const one = read('one')
      if (loads === 1) write('new')
      return [one, read('other')]
    })
    t.deepEqual(seen, ['new', 'new'])
  })
}

test('files that have come to rest are read once', async (t) => {
  const { folder, read } = await twoFiles(t)
  await untilAtRest(folder)
  let loads = 0
  t.is(
    await loadWhenUnchanged(folder, async () => {
      loads += 1
      return read('one')
    }),
    'old',
  )
  t.is(loads, 1)
})

test('files beside the folders of documents cause no second load', async (t) => {
  const { folder } = await twoFiles(t)
  await mkdir(join(folder, 'logs'))
  await untilAtRest(folder)
  let loads = 0
  await loadWhenUnchanged(folder, async () => {
    loads += 1
    writeFileSync(join(folder, 'logs/gateway.log'), 'a line')
  })
  t.is(loads, 1)
})

test('a file that is removed during the load is noticed', async (t) => {
  const { folder, read } = await twoFiles(t)
  await untilAtRest(folder)
  const present = () => {
    try {
      return read('other')
    } catch {
      return 'gone'
    }
  }
  let loads = 0
  const seen = await loadWhenUnchanged(folder, async () => {
    loads += 1
    const before = present()
    if (loads === 1) await rm(join(folder, 'apis/other.yaml'))
    return before
  })
  t.is(seen, 'gone')
})

test('a folder that does not come to rest is loaded as it is', async (t) => {
  const { folder, write } = await twoFiles(t)
  let loads = 0
  await loadWhenUnchanged(folder, async () => {
    loads += 1
    write(String(loads))
  })
  t.true(loads > 1 && loads < 10)
})
