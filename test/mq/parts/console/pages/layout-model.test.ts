import test from 'ava'
import type { ConsoleLayout } from '../../../../../src/mq/parts/console/contract/layout.ts'
import { createLayoutModel } from '../../../../../src/mq/parts/console/pages/layout/layout-model.ts'

test('changes that come while a write runs are stored after it, in one write', async (t) => {
  const server = createServer()
  const model = await server.open()
  const first = server.hold()
  model.change(addTitle('a'))
  model.change(addTitle('b'))
  model.change(addTitle('c'))
  first.release()
  await server.settle()
  t.deepEqual(server.writes, [['a'], ['a', 'b', 'c']])
  t.deepEqual(server.stored(), ['a', 'b', 'c'])
})

test('a change of another page is not overwritten until the user decides', async (t) => {
  const server = createServer()
  const [here, there] = [await server.open(), await server.open()]
  there.change(addTitle('there'))
  await server.settle()
  here.change(addTitle('here'))
  await server.settle()
  t.true(here.state().conflict)
  here.change(addTitle('more'))
  await server.settle()
  t.deepEqual(server.stored(), ['there'])

  await here.overwrite()
  t.deepEqual(server.stored(), ['here', 'more'])
  there.change(addTitle('late'))
  await server.settle()
  await there.reload()
  t.deepEqual(titles(there.state().layout), ['here', 'more'])
  t.false(there.state().conflict)
})

test('a page without changes of its own follows the other tabs', async (t) => {
  const server = createServer()
  const [here, there] = [await server.open(), await server.open()]
  there.change(addTitle('there'))
  await server.settle()
  here.refresh()
  await server.settle()
  t.deepEqual(titles(here.state().layout), ['there'])
})

test('a failed write is reported, and the next change stores both', async (t) => {
  const server = createServer()
  const model = await server.open()
  server.failNext(new Error('no response'))
  model.change(addTitle('a'))
  await server.settle()
  t.is(model.state().problem, 'no response')
  model.change(addTitle('b'))
  await server.settle()
  t.is(model.state().problem, undefined)
  t.deepEqual(server.stored(), ['a', 'b'])
})

function addTitle(title: string) {
  return (layout: ConsoleLayout): ConsoleLayout => ({
    ...layout,
    dashboards: [...layout.dashboards, { id: title, title, widgets: [] }],
  })
}

function titles(layout: ConsoleLayout | undefined): string[] {
  return (layout?.dashboards ?? []).map(({ title }) => title)
}

/** A server in memory, which compares entity tags as the real one does. */
function createServer() {
  let layout: ConsoleLayout = { type: 'dashboards', dashboards: [] }
  let version = 0
  let held: Promise<void> | undefined
  let failure: Error | undefined
  const writes: string[][] = []

  const load = async () => ({ body: layout, etag: String(version) })
  async function save(next: ConsoleLayout, etag: string): Promise<string> {
    await held
    const error = failure
    failure = undefined
    if (error) throw error
    if (etag !== String(version)) throw Object.assign(new Error('changed'), { status: 412 })
    writes.push(titles(next))
    layout = next
    version += 1
    return String(version)
  }

  return {
    writes,
    stored: () => titles(layout),
    async open() {
      const model = createLayoutModel({ load, save, stored: () => {} })
      await model.reload()
      return model
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return { release: resolve }
    },
    failNext(error: Error) {
      failure = error
    },
    settle: () => new Promise<void>((resolve) => setImmediate(resolve)),
  }
}
