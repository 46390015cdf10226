import test from 'ava'
import { openServer } from '../_support/server.ts'

test('the REST API responds to every path below its prefix, and to no other', async (t) => {
  const { call } = await openServer(t)
  const get = (path: string) => call('GET', path, { user: 'mqadmin:mqadmin' })

  for (const path of ['/ibmmq/rest', '/ibmmq/rest/', '/ibmmq/rest/v1', '/ibmmq/rest/v1x', '/vendormq/rest']) {
    const { status, text } = await get(path)
    t.is(status, 404, path)
    t.regex(text, /MQWB0010E/, path)
  }
  for (const path of ['/ibmmq/restless', '/ibmmq/rest2/v1/login', '/ibmmq']) {
    const { status, text } = await get(path)
    t.is(status, 404, path)
    t.notRegex(text, /MQWB/, path)
  }
})
