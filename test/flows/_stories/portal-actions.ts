/** Every action of signed-in users of the portal that its primary takes part in, with large documents. */
import type { ResourceKey } from '../../../src/gateway/parts/portal/rest/resources.ts'
import { eventually } from '../../_support/eventually.ts'
import type { Browser } from '../../gateway/parts/portal/_support/browser.ts'

type Call = <T>(key: ResourceKey, path: string, body?: object) => Promise<T>

interface Run extends Call {
  /** How large the text of a document becomes. */
  textBytes: number
}

const hostile = '$env{'.repeat(400)

/** Returns the text with a comment of lines, so that a change of the document has nearly the size. */
function enlarge(text: string, line: string, textBytes: number): string {
  const comment = `# ${line}\n`
  const left = textBytes - 1_000 - JSON.stringify(text).length
  return `${text}${comment.repeat(Math.floor(left / JSON.stringify(comment).length))}`
}

/** Runs the actions in an order in which each succeeds. Returns the resources, by method and path. */
export async function runPortalActions(
  owner: Browser,
  { requestId, token, textBytes }: { requestId: string; token: string; textBytes: number },
): Promise<Set<ResourceKey>> {
  const done = new Set<ResourceKey>()
  const call: Call = async <T>(key: ResourceKey, path: string, body?: object) => {
    const [method] = key.split(' ') as [string]
    const answer = await owner.call<T>(method, path, body)
    if (answer.status >= 300) throw new Error(`${key} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    done.add(key)
    return answer.body
  }
  const run = Object.assign(call, { textBytes })
  await changeDocuments(run)
  await changeApplication(run)
  await approve(run)
  await runTools(run, token)
  await run('GET /explanations/:request', `/explanations/${requestId}`)
  await run('DELETE /applications/:application', '/applications/shop')
  return done
}

const read = (run: Run, file: string) =>
  run<{ text: string; revision: string }>('GET /configuration/document', `/configuration/document?file=${file}`)

async function enlargeDocument(run: Run, file: string, line = 'words '.repeat(10)): Promise<void> {
  const { text, revision } = await read(run, file)
  const change = { file, text: enlarge(text, line, run.textBytes) }
  await run('POST /configuration/preview', '/configuration/preview', change)
  await run('PUT /configuration/document', '/configuration/document', { ...change, revision })
}

async function changeDocuments(run: Run): Promise<void> {
  const files = ['apis/customer-database.yaml', 'apis/mq.yaml']
  const [file = ''] = files
  const before = await Promise.all(files.map((each) => read(run, each)))
  const changes = before.map(({ text, revision }, index) => ({
    file: files[index],
    text: enlarge(text, index === 0 ? hostile : 'words', run.textBytes),
    revision,
  }))
  await run('POST /configuration/changes/preview', '/configuration/changes/preview', {
    changes: changes.map(({ file: each, text }) => ({ file: each, text })),
  })
  await run('POST /configuration/changes', '/configuration/changes', { changes })
  await run('GET /configuration', '/configuration')
  await run('GET /configuration/references', `/configuration/references?file=${file}`)
  await run('POST /configuration/undo', '/configuration/undo')
  await enlargeDocument(run, file)
  await run('POST /configuration/undo', '/configuration/undo')
  await enlargeDocument(run, 'apis/mq.yaml')
  await readRevisions(run, 'apis/mq.yaml')
  await run('POST /configuration/versions', '/configuration/versions', {
    file: 'catalogs/sandbox/products/customer.yaml',
    action: 'retire',
  })
  // The references to this one are in large documents.
  await run('POST /configuration/rename', '/configuration/rename', {
    file: 'providers/customer-oauth.yaml',
    name: 'other',
  })
}

/** Compares and rolls back revisions with the largest documents, of which one was changed last. */
async function readRevisions(run: Run, changed: string): Promise<void> {
  const all = '/configuration/revisions'
  const { text: saved } = await read(run, changed)
  // The list has a revision when its documents are kept, which is after they are in use.
  const [now, before] =
    (await eventually(async () => {
      const revisions = await run<{ revision: string }[]>('GET /configuration/revisions', all)
      const kept = `${all}/${revisions[0]?.revision}/document?file=${changed}`
      const { text } = await run<{ text: string }>('GET /configuration/revisions/:revision/document', kept)
      return text === saved ? revisions : undefined
    })) ?? []
  await run('GET /configuration/revisions/:revision', `${all}/${now?.revision}`)
  const difference = `${all}/${before?.revision}/difference?to=${now?.revision}`
  await run('GET /configuration/revisions/:revision/difference', difference)
  await run('POST /configuration/revisions/:revision/rollback', `${all}/${before?.revision}/rollback`)
}

async function changeApplication(run: Run): Promise<void> {
  type Created = { clientSecret: string }
  await run<Created>('POST /applications', '/applications', { name: 'shop', grants: ['password'] })
  await enlargeDocument(run, 'catalogs/sandbox/applications/shop.yaml')
  const shop = '/applications/shop'
  await run('PATCH /applications/:application', shop, { title: 'Shop' })
  const { clientSecret } = await run<Created>('POST /applications/:application/secrets', `${shop}/secrets`, {})
  await run('POST /applications/:application/verify', `${shop}/verify`, { clientSecret })
  await run('DELETE /applications/:application/secrets/old', `${shop}/secrets/old`)
  await run('POST /applications/:application/credentials', `${shop}/credentials`, { name: 'second' })
  await run('DELETE /applications/:application/credentials/:credential', `${shop}/credentials/second`)
  const subscription = `${shop}/subscriptions/customer`
  await run('PUT /applications/:application/subscriptions/:product', subscription, { plan: 'default-plan' })
  for (const [key, path] of [
    ['GET /applications', '/applications'],
    ['GET /applications/:application', shop],
    ['GET /applications/:application/usage', `${shop}/usage?hours=2`],
    ['GET /applications/:application/minutes', `${shop}/minutes`],
    ['GET /applications/:application/days', `${shop}/days`],
    ['GET /applications/:application/months', `${shop}/months`],
    ['GET /applications/:application/rejections', `${shop}/rejections`],
  ] as const)
    await run(key, path)
  await run('DELETE /applications/:application/subscriptions/:product', subscription)
}

/** Subscribes to a plan that an owner approves. */
async function approve(run: Run): Promise<void> {
  const file = 'catalogs/sandbox/products/messaging.yaml'
  const { text, revision } = await read(run, file)
  const plan = '  gold: { title: Gold, description: More, approval: true, apis: { mq: {} } }\n'
  await run('PUT /configuration/document', '/configuration/document', { file, text: `${text}${plan}`, revision })
  const path = '/applications/shop/subscriptions/messaging'
  await run('PUT /applications/:application/subscriptions/:product', path, { plan: 'gold' })
  const [approval] = await run<{ id: string }[]>('GET /approvals', '/approvals')
  await run('POST /approvals/:approval', `/approvals/${approval?.id}`, { decision: 'approve' })
}

async function runTools(run: Run, token: string): Promise<void> {
  const description = 'words '.repeat(run.textBytes / 7)
  await run('POST /configuration/import', '/configuration/import', {
    catalog: 'catalogs/sandbox/catalog.yaml',
    provider: 'customer-oauth',
    upstream: 'http://127.0.0.1:9',
    files: [
      {
        path: 'big.json',
        text: JSON.stringify({
          openapi: '3.0.3',
          info: { title: 'Big', version: '1', description },
          paths: { '/a': { get: { responses: { 200: { description: 'Done' } } } } },
        }),
      },
    ],
  })
  const file = 'providers/portal-developers.yaml'
  const { text } = await read(run, file)
  const body = { file, text: `${text}${'# words\n'.repeat(run.textBytes / 40)}`, user: 'admin', password: 'wrong' }
  await run('POST /configuration/sign-in-test', '/configuration/sign-in-test', body)
  for (const [key, path] of [
    ['GET /apis/:api', '/apis/mq'],
    ['GET /apis/:api/openapi.json', '/apis/mq/openapi.json'],
    ['GET /configuration/live', '/configuration/live'],
    ['GET /configuration/calls', '/configuration/calls'],
    ['DELETE /configuration/calls', '/configuration/calls'],
    ['GET /configuration/keys', '/configuration/keys'],
    ['GET /configuration/answer', '/configuration/answer?question=callers&about=customer-database'],
  ] as const)
    await run(key, path)
  await run('POST /configuration/calls', '/configuration/calls', { calls: 1000, minutes: 1 })
  await run('POST /tokens/inspect', '/tokens/inspect', { token })
}
