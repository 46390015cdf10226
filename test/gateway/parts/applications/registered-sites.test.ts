/** How many of the clients that register themselves by a metadata document one site can have. */
import test from 'ava'
import type { Application } from '../../../../src/gateway/config/types/index.ts'
import { buildDocumentChange } from '../../../../src/gateway/parts/applications/document-changes.ts'

/** Returns whether a client can register beside the clients of other documents, where each site has one place. */
function canRegister(clientId: string, others: readonly string[]): boolean {
  const own = others.map((each) => ({ credentials: [{ clientId: each }] }) as unknown as Application)
  const registered = { grants: [], subscription: { product: 'shop', plan: 'basic' }, maxApplications: 10 }
  const settings = { title: 'One' }
  const edit = {
    do: 'create',
    application: 'one',
    by: 'x',
    settings,
    clientType: 'public',
    clientId,
    registered,
  } as const
  const catalog = { location: { file: 'catalogs/sandbox/catalog.yaml' } } as never
  try {
    buildDocumentChange({ catalog, application: undefined, own, edit: edit as never, now: 0 })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'too_many_applications') return false
    throw error
  }
}

for (const [clientId, other] of [
  ['https://one.hpe.com/client', 'https://two.hpe.com/client'],
  ['https://a.sap.com/', 'https://sap.com/'],
  ['https://login.ab.co.jp/', 'https://shop.eu.ab.co.jp/'],
  ['https://x.y.gov.uk/', 'https://z.y.gov.uk/'],
  ['https://b.sap.com./', 'https://c.SAP.com/'],
  ['https://one.herokuapp.com/', 'https://two.herokuapp.com/'],
  ['https://192.0.2.7/a', 'https://192.0.2.7/b'],
  ['https://[2001:db8::1]/a', 'https://[2001:db8::1]/b'],
] as const)
  test(`${clientId} and ${other} are one site`, (t) => t.false(canRegister(clientId, [other])))

for (const [clientId, other] of [
  ['https://hpe.com/', 'https://sap.com/'],
  ['https://ab.co.jp/', 'https://cd.co.jp/'],
  ['https://x.gov.uk/', 'https://y.gov.uk/'],
  ['https://192.0.2.7/', 'https://192.0.2.8/'],
  ['https://t.co/', 'https://u.co/'],
] as const)
  test(`${clientId} and ${other} are two sites`, (t) => t.true(canRegister(clientId, [other])))
