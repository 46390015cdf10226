import test from 'ava'
import type { MonthUsage, RejectedCallView } from '../../../../src/gateway/parts/portal/rest/index.ts'
import { requireSuccess } from '../../../_support/require-success.ts'
import { startPortal } from './_support/portal.ts'

/** Counts calls as telemetry does. */
const usageKey = (day: string, application: string, api: string, measure: string) =>
  ['usage', `${day}\tacme/sandbox\t${application}\tnews/free\t${api}\t${measure}`] as const

async function openWithUsage(t: Parameters<typeof startPortal>[0]) {
  const portal = await startPortal(t)
  portal.clock.now = Date.UTC(2026, 10, 22)
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  const far = Date.UTC(2030, 0, 1)
  for (const [day, application, calls] of [
    ['2026-11-22', 'shop', 7],
    ['2026-11-02', 'shop', 5],
    ['2026-10-31', 'shop', 3],
    ['2026-08-31', 'shop', 100],
    ['2026-11-22', 'other', 1000],
  ] as const)
    await portal.store.count(...usageKey(day, application, 'customers:1.0.0', 'calls'), calls, far)
  await portal.store.count(...usageKey('2026-11-02', 'shop', '=HYPERLINK("x")', 'errors'), 2, far)
  return { portal, anna }
}

test('months are the sums of the days of the own application', async (t) => {
  const { anna } = await openWithUsage(t)
  const { body } = await anna.get<MonthUsage[]>('/applications/shop/months')
  t.deepEqual(
    body.map(({ month, api, plan, calls, errors }) => [month, api, plan, calls, errors]),
    [
      ['2026-10', 'customers:1.0.0', 'news/free', 3, 0],
      ['2026-11', '=HYPERLINK("x")', 'news/free', 0, 2],
      ['2026-11', 'customers:1.0.0', 'news/free', 12, 0],
    ],
  )
  t.is((await anna.get<MonthUsage[]>('/applications/shop/months?months=13')).body.length, 4)
  for (const months of ['0', '14', 'x', '1.5'])
    t.like(await anna.get(`/applications/shop/months?months=${months}`), { status: 400 }, months)
})

test('the CSV file has a row for each day, and no formula', async (t) => {
  const { portal, anna } = await openWithUsage(t)
  const url = `${portal.origin}/acme/sandbox/portal/api/v1/applications/shop/usage.csv?months=1`
  const response = await fetch(url, { headers: { cookie: anna.cookie, connection: 'close' } })
  t.is(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  t.is(response.headers.get('content-disposition'), 'attachment; filename="usage-shop.csv"')
  t.deepEqual((await response.text()).split('\r\n'), [
    'day,api,plan,calls,errors,refusals,tokens',
    `2026-11-02,"'=HYPERLINK(""x"")",news/free,0,2,0,0`,
    '2026-11-02,customers:1.0.0,news/free,5,0,0,0',
    '2026-11-22,customers:1.0.0,news/free,7,0,0,0',
    '',
  ])
})

test('rejected calls are those of the own application, the latest first', async (t) => {
  const asked: string[] = []
  const call = (at: number) => ({
    requestId: `r-${at}`,
    at,
    method: 'GET',
    path: '/x',
    status: 403,
    reason: 'scope_insufficient',
  })
  const portal = await startPortal(t, {
    tools: {
      async listRejectedCalls(application) {
        asked.push(application)
        return Array.from({ length: 60 }, (_, at) => call(at))
      },
    },
  })
  const [anna, bob] = [await portal.signedUp('anna'), await portal.signedUp('bob')]
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  t.like(await bob.get('/applications/shop/rejections'), { status: 404 })
  t.deepEqual(asked, [])
  const { body } = await anna.get<RejectedCallView[]>('/applications/shop/rejections')
  t.is(body.length, 50)
  t.like(body[0], { requestId: 'r-59', at: '1970-01-01T00:00:00.059Z', reason: 'scope_insufficient' })
  t.regex(body[0]?.advice ?? '', /scope/)
})
