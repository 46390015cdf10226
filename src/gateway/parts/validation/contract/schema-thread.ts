/** The program of a thread that checks bodies against the schemas of contracts, one after the other. */
import { parentPort } from 'node:worker_threads'
import { describeJsonBody, openSchemaChecks, type SchemaCheck } from './schema-checks.ts'
import type { FromSchemaThread, ToSchemaThread } from './threaded-checks.ts'

const contracts = new Map<number, (index: number) => SchemaCheck>()

parentPort?.on('message', (message: ToSchemaThread) => {
  if (message.kind === 'define') {
    contracts.set(message.contract, openSchemaChecks({ schemas: message.schemas }, true))
    return
  }
  const { job, contract, schema, body } = message
  const check = contracts.get(contract)?.(schema)
  if (!check) throw new Error(`the thread has no contract ${contract}`)
  parentPort?.postMessage({ job, hasBegun: true, text: undefined } satisfies FromSchemaThread)
  const text = describeJsonBody(Buffer.from(body.buffer, body.byteOffset, body.byteLength), check.withoutBudget)
  parentPort?.postMessage({ job, text } satisfies FromSchemaThread)
})
