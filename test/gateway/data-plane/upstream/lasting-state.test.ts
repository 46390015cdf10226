import test from 'ava'
import { findLasting, openLastingState } from '../../../../src/gateway/data-plane/upstream/lasting-state.ts'

test('state goes on for what depends on the same things, and that of settings that are gone makes room', (t) => {
  const state = openLastingState()
  const find = (dependsOn: unknown) => findLasting(state, 'keys', dependsOn, () => ({}))
  const [used, gone] = [find('used'), find('gone')]
  t.is(find('gone'), gone)
  t.not(
    findLasting(state, 'breaker', 'gone', () => ({})),
    gone,
    'another kind',
  )
  for (let setting = 0; setting < 10_000; setting += 1) {
    find(setting)
    t.is(find('used'), used)
  }
  t.not(find('gone'), gone)
})
