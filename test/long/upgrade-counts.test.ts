/**
 * A data folder of version 0.1.0 with an application that has used half of its plan: its count goes on in the present
 * version, and when its subscription, which names no version, moves to another one.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { sluice, startGateway, temporaryFolder } from '../_support/product.ts'
import { apiPath, clientSecret, tokenPath, writeClusterDocuments } from './_support/cluster-documents.ts'
import { findReleasedPackage } from './_support/released-package.ts'

const form = { grant_type: 'password', scope: 'things', username: 'anna', password: 'secret', client_id: 'limited' }

/** Returns how many calls are left after each of some calls. */
async function callWith(gateway: string, calls: number): Promise<(string | null)[]> {
  const body = new URLSearchParams({ ...form, client_secret: clientSecret })
  const response = await fetch(`${gateway}${tokenPath}`, { method: 'POST', body })
  const { access_token: token } = (await response.json()) as { access_token: string }
  const left: (string | null)[] = []
  for (let index = 0; index < calls; index += 1) {
    const { headers, status } = await fetch(`${gateway}${apiPath}`, { headers: { authorization: `Bearer ${token}` } })
    left.push(status === 429 ? '429' : headers.get('x-ratelimit-remaining'))
  }
  return left
}

test('a count of 0.1.0 goes on in this version, and in the version of the product to which the subscription moves', async (t) => {
  t.timeout(300_000)
  const released = await findReleasedPackage()
  if (!released) t.log('the history does not reach back to 0.1.0: both versions are the present one')
  const [data, remove] = await temporaryFolder()
  const backend = createServer((_, response) => void response.end('{}'))
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
  t.teardown(async () => {
    backend.close()
    await remove()
  })
  const documents = join(data, 'documents')
  await writeClusterDocuments(documents, (backend.address() as AddressInfo).port)
  const product = join(documents, 'catalogs/cluster/products/things.yaml')
  const text = (await readFile(product, 'utf8')).replace(/value: .*\/1day/, 'value: 6/10day')
  await writeFile(product, text)
  const environment = { SLUICE_CONFIG: documents, SLUICE_BASE_URL: 'http://gateway.test' }

  const old = await startGateway(data, environment, released?.command)
  t.deepEqual(await callWith(old.url, 2), ['name=default,5;', 'name=default,4;'])
  await old.stop()

  const present = await startGateway(data, environment)
  t.deepEqual(await callWith(present.url, 1), ['name=default,3;'])
  await present.stop()

  await writeFile(
    product.replace('things', 'things-2'),
    `${text.replace('version: 1.0.0', 'version: 2.0.0')}state: staged\n`,
  )
  const words = ['apps', 'replace', 'things:1.0.0', 'things:2.0.0']
  const moved = await sluice(words, data, environment)
  t.regex(moved.output, /application limited: subscription to things: version: 1\.0\.0 -> 2\.0\.0/, moved.errors)
  const next = await startGateway(data, environment)
  t.deepEqual(await callWith(next.url, 4), ['name=default,2;', 'name=default,1;', 'name=default,0;', '429'])
  await next.stop()
})
