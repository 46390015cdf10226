/** The part of `validate` that checks XML against a schema, or a SOAP message against the schemas of a WSDL. */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { findModule } from '../../../../shared/lib/package/source-files.ts'
import { DocumentError, locateWithin, UndefinedValueError } from '../../../data-plane/errors/document-error.ts'
import { GatewayError } from '../../../data-plane/errors/gateway-errors.ts'
import type { PolicyContext } from '../../../data-plane/policy/policy.ts'
import type { BuildXmlValidation, XmlValidationSettings } from '../../../data-plane/policy/xml-validation.ts'
import type { XmlSchemaSource } from '../xml/schema-engine.ts'
import { buildScript } from './script-step.ts'

/** Returns the step of a schema. `reject` makes the error of a violation. */
export const buildXmlValidation: BuildXmlValidation = (settings, context, reject) => {
  const { location, deps } = context
  const { source, member } = findSource(settings, context)
  const fault = deps.isChecked ? undefined : findSchemaFault(source)
  if (fault) throw new DocumentError(locateWithin(location, member), `the schema cannot be compiled: ${fault}`)
  const program = `require('convert').checkXml(${JSON.stringify(`${settings.input}.body`)})`
  const run = buildScript(
    { source: program, xmlSchema: source, limitMs: 2_000, payloadLimit: settings['payload-limit'] },
    context,
  )

  return async function validateXml(call) {
    const outcome = await run(call)
    if (outcome instanceof GatewayError) return outcome
    const { rejection } = outcome.result
    return rejection && reject(call, rejection.text ?? '')
  }
}

function findSource(
  { 'xml-schema': schema, 'wsdl-schema': wsdl, 'xml-validation-mode': written, ...settings }: XmlValidationSettings,
  { api, location }: PolicyContext,
): { source: XmlSchemaSource; member: string } {
  const isWsdl = settings['validate-against'] === 'wsdl' || written === 'wsdl'
  const mode = isWsdl ? 'wsdl' : written
  const member = isWsdl ? 'wsdl-schema' : 'xml-schema'
  const text = isWsdl ? (wsdl ?? api.wsdl) : schema
  if (text?.trimStart().startsWith('<')) return { source: { text, mode }, member }
  const what = isWsdl ? 'a WSDL' : 'a schema'
  const file = isWsdl ? 'order.wsdl' : 'order.xsd'
  throw new UndefinedValueError(
    locateWithin(location, ...(text === undefined ? [] : [member])),
    `validate needs the text of ${what}: put the file beside the document, and write ${member}: $file{${file}}`,
  )
}

const compileTimeoutMs = 20_000
/** Why schemas cannot be compiled, by their texts. */
const knownFaults = new Map<string, string | undefined>()
const maxKnownFaults = 200

/** Compiles a schema on a thread while documents are checked. Returns why it cannot be compiled, with its line; undefined for one that can. */
function findSchemaFault(source: XmlSchemaSource): string | undefined {
  const key = `${source.mode} ${source.text}`
  if (knownFaults.has(key)) return knownFaults.get(key)
  const { port1, port2 } = new MessageChannel()
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const workerData = { source, port: port2, signal }
  const thread = new Worker(findModule('gateway/parts/transform/xml/schema-check-thread'), {
    workerData,
    transferList: [port2],
  })
  thread.unref()
  const isDone = Atomics.wait(signal, 0, 0, compileTimeoutMs) !== 'timed-out'
  const message = receiveMessageOnPort(port1)?.message as string | undefined
  port1.close()
  if (!isDone) void thread.terminate()
  const fault = isDone ? message || undefined : `it cannot be compiled within ${compileTimeoutMs / 1000} s`
  if (knownFaults.size >= maxKnownFaults) knownFaults.clear()
  knownFaults.set(key, fault)
  return fault
}
