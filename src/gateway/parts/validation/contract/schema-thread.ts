/** The program of a thread that checks bodies against the schemas of contracts, one after the other. */
import { parentPort } from 'node:worker_threads'
import { JsonLimitError, type JsonLimits } from '../../../../shared/lib/collections/json-object.ts'
import { describeJsonBody, openSchemaChecks, type SchemaCheck } from './schema-checks.ts'
import type { FromSchemaThread, ToSchemaThread } from './threaded-checks.ts'

const contracts = new Map<number, (index: number) => SchemaCheck>()

parentPort?.on('message', (message: ToSchemaThread) => {
  if (message.kind === 'define') {
    contracts.set(message.contract, openSchemaChecks({ schemas: message.schemas }, true))
    return
  }
  const { job, contract, schema, body, limits } = message
  const check = contracts.get(contract)?.(schema)
  if (!check) throw new Error(`the thread has no contract ${contract}`)
  parentPort?.postMessage({ job, hasBegun: true, text: undefined } satisfies FromSchemaThread)
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  parentPort?.postMessage({ job, ...describe(bytes, check, limits) } satisfies FromSchemaThread)
})

function describe(body: Buffer, check: SchemaCheck, limits: JsonLimits | undefined): Omit<FromSchemaThread, 'job'> {
  try {
    return { text: describeJsonBody(body, check.withoutBudget, limits) }
  } catch (error) {
    if (error instanceof JsonLimitError) return { text: error.message, isAboveLimit: true }
    throw error
  }
}
