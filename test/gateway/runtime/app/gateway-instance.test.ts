import test from 'ava'
import { requestToken } from '../../../_support/client.ts'
import { open } from './_support/instance.ts'

test('a token request that began before other documents were put to use ends with a token', async (t) => {
  const counting = Promise.withResolvers<void>()
  const adopted = Promise.withResolvers<void>()
  const { app, config, origin } = await open(t, (store) => ({
    ...store,
    async count(...given) {
      counting.resolve()
      await adopted.promise
      return store.count(...given)
    },
  }))
  const response = requestToken(origin)
  await counting.promise

  const prepared = await app.prepare(config)
  prepared.adopt()
  await new Promise((resolve) => setImmediate(resolve)) // the old revision closes what is idle
  adopted.resolve()
  t.is((await response).status, 200)
})
