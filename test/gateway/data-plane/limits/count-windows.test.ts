import test from 'ava'
import { CountWindows } from '../../../../src/gateway/data-plane/limits/count-windows.ts'

test('finds the window with this end and no other', (t) => {
  const windows = new CountWindows()
  const window = windows.begin('key', { endsAt: 1_000, count: 1 }, 0)
  t.is(windows.find('key', 1_000), window)
  t.is(windows.find('key', 2_000), undefined)
  t.is(windows.find('other', 1_000), undefined)

  windows.begin('key', { endsAt: 2_000, count: 0 }, 1_000)
  t.is(windows.find('key', 1_000), undefined)
})

test('removes windows that have ended and keeps the others', (t) => {
  const windows = new CountWindows()
  for (let key = 0; key < 40_000; key += 1) {
    windows.begin(`short ${key}`, { endsAt: key + 10, count: 1 }, key)
    if (key % 100 === 0) windows.begin(`long ${key}`, { endsAt: 1e9, count: 1 }, key)
  }
  t.truthy(windows.find('short 39999', 40_009))
  for (let key = 0; key < 40_000; key += 100) if (!windows.find(`long ${key}`, 1e9)) t.fail(`lost ${key}`)
  t.true([...windows.entries()].length < 25_000)
})

/** Windows of which the first ones live long, and the number of windows that are left. */
function windowsWith(livingCount: number) {
  const windows = new CountWindows()
  for (let key = 0; key < livingCount; key += 1) windows.begin(`living ${key}`, { endsAt: 1e9, count: 1 }, 0)
  return {
    addEnded(count: number) {
      for (let key = 0; key < count; key += 1) windows.begin(`ended ${key}`, { endsAt: 1, count: 1 }, 1)
    },
    size: () => [...windows.entries()].length,
  }
}

test('removes ended windows only from ten thousand on', (t) => {
  const { addEnded, size } = windowsWith(0)
  addEnded(10_000)
  t.is(size(), 10_000)
  addEnded(10_001)
  t.is(size(), 1)
})

test('removes ended windows again when their number has doubled', (t) => {
  const { addEnded, size } = windowsWith(10_000)
  addEnded(10_000)
  t.is(size(), 20_000)
  addEnded(10_001)
  t.is(size(), 10_001)
})
