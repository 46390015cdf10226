/** The product as a user starts it, over documents of its own, with every grant and a plan that needs approval. */
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { type Product, sluice, startProduct, temporaryFolder } from '../../../../../_support/product.ts'

export const owner = { name: 'admin', password: 'owner of the catalog' }

/** Returns the function that opens the product of a test file once. It stops after the tests of the file. */
export function shareSandbox(): () => Promise<Product> {
  const closing: (() => unknown)[] = []
  test.after.always(async () => {
    for (const close of closing.toReversed()) await close()
  })
  let product: Promise<Product> | undefined
  return () => (product ??= openSandbox({ teardown: (close) => void closing.push(close) }))
}

export async function openSandbox(t: Pick<ExecutionContext, 'teardown'>): Promise<Product> {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  const documents = join(folder, 'documents')
  const data = join(folder, 'data')
  const environment = { SLUICE_CONFIG: documents }
  for (const part of ['apis', 'catalogs', 'providers']) {
    await cp(part, join(documents, part), { recursive: true })
  }
  await edit(join(documents, 'providers/customer-oauth.yaml'), [
    ['grants: [password, access_code]', 'grants: [password, application, access_code]'],
    ['clients: [confidential]', 'clients: [confidential, public]'],
  ])
  await edit(join(documents, 'catalogs/sandbox/products/customer.yaml'), [['plans:', `plans:\n${goldPlan}`]])
  const product = await startProduct(data, environment)
  t.teardown(() => product.stop())
  const add = ['users', 'add', owner.name, '--registry', 'portal-developers']
  const added = await sluice(add, data, environment, `${owner.password}\n`)
  if (added.status !== 0) throw new Error(added.errors)
  return product
}

const goldPlan = `  gold-plan:
    title: Gold Plan
    approval: true
    rate-limits: { default: { value: 1000/1hour, hard-limit: true } }
    apis: { customer-database: {} }`

async function edit(file: string, changes: readonly (readonly [from: string, to: string])[]): Promise<void> {
  let text = await readFile(file, 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} does not hold "${from}"`)
    text = text.replace(from, to)
  }
  await writeFile(file, text)
}
